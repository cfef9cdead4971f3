#include "statistics/learning/splits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "sonde/error.h"

namespace sonde {
namespace splits_test {

std::vector<std::uint64_t> keys_up_to(std::uint64_t count) {
  std::vector<std::uint64_t> keys(count);
  std::iota(keys.begin(), keys.end(), 1000U);
  return keys;
}

TEST(Splits, FoldsAreOfAboutOneSize) {
  constexpr std::uint64_t kKeys = 4000;
  constexpr std::size_t kFolds = 4;
  std::map<std::size_t, int> sizes;
  for (const auto fold : part_into_folds(keys_up_to(kKeys), kFolds, 1)) ++sizes[fold];
  ASSERT_EQ(sizes.size(), kFolds);
  constexpr int kFourDeviations = 110;
  for (const auto& [fold, size] : sizes) EXPECT_NEAR(size, 1000, kFourDeviations) << fold;
}

TEST(Splits, ARowThatComesOrGoesMovesNoOther) {
  auto keys = keys_up_to(40);
  const auto parts = part_into_folds(keys, 5, 3);
  for (std::size_t gone = 0; gone < keys.size(); ++gone) {
    auto fewer = keys;
    fewer[gone] = 7;  // another text
    auto moved = part_into_folds(fewer, 5, 3);
    moved[gone] = parts[gone];
    EXPECT_EQ(moved, parts);
  }
}

TEST(Splits, RowsOfAKeyStayTogetherInAnyOrder) {
  auto keys = keys_up_to(30);
  const auto parts = part_into_folds(keys, 5, 3);
  auto twice = keys;
  std::ranges::reverse(twice);
  twice.insert(twice.end(), keys.begin(), keys.end());
  const auto again = part_into_folds(twice, 5, 3);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(again[29 - i], parts[i]);
    EXPECT_EQ(again[30 + i], parts[i]);
  }
}

TEST(Splits, SeedsGiveOtherParts) {
  const auto keys = keys_up_to(40);
  EXPECT_NE(part_into_folds(keys, 5, 1), part_into_folds(keys, 5, 2));
  EXPECT_NE(random_part(keys, 0.25, 1), random_part(keys, 0.25, 2));
  EXPECT_EQ(random_part(keys, 0.25, 1), random_part(keys, 0.25, 1));
}

TEST(Splits, ARandomPartIsRoundedUp) {
  const auto part = random_part(keys_up_to(41), 0.25, 1);
  EXPECT_EQ(std::ranges::count(part, true), 11);
}

TEST(Splits, MoreFoldsThanItemsAreRefused) {
  const std::vector<std::uint64_t> keys{4, 4, 5};
  EXPECT_THROW(part_into_folds(keys, 3, 1), Error);
  EXPECT_EQ(part_into_folds(keys, 2, 1)[0], part_into_folds(keys, 2, 1)[1]);
}

}  // namespace splits_test
}  // namespace sonde
