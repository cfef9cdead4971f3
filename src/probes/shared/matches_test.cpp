#include "probes/shared/matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "probes/probe_test.h"
#include "probes/shared/kinds.h"
#include "sonde/error.h"

namespace sonde {
namespace matches_test {

using test::find_result;

constexpr std::size_t kItems = 200;

// The results of a probe with a scorer that gives rows the same similarities in each item, plus
// 0.0001 per item.
std::vector<Result> found_by(const std::string& spec, const std::vector<std::string>& record,
                             const std::vector<double>& similarities,
                             const std::map<std::string, std::string>& settings = {}) {
  const auto probe = test::probe(spec, settings);
  std::vector<Item> items;
  for (std::size_t i = 0; i < kItems; ++i) {
    std::vector<std::string> values = record;
    if (!values.empty()) values.front() += std::to_string(i);
    items.push_back(probe->item({std::to_string(i), std::move(values), {}, {}}));
  }
  std::vector<double> given;
  for (std::size_t i = 0; i < kItems; ++i) {
    for (std::size_t row = 0; row < items[i].rows.size(); ++row) {
      given.push_back(similarities.at(row) + 0.0001 * static_cast<double>(i));
    }
  }
  MatrixOf<double> values(given.size(), probe->measurements().size());
  probe->measure({items, {}, given}, {}, values.view());
  const Table table{"s", false, values.view()};
  return probe->summarise(test::frame_of(items), {&table, 1}, Resampler(1, 50));
}

// The threshold that 0.05 * 201 - 1 of 200 changed rows exceed.
double threshold_of(double lowest) { return lowest + 0.0001 * (199 - (0.05 * 201 - 1)); }

TEST(Matches, TripletsFollowTheirTest) {
  const std::vector<std::string> record{"s", "s plus", "s star"};
  const auto plain = found_by("triplets?threshold=0.8", record, {0.9, 0.79, 0.5});
  EXPECT_EQ(find_result(plain, "kept_given").value, 1);
  EXPECT_DOUBLE_EQ(find_result(plain, "false_matches_given").value, 0.5);  // from item 100 on
  EXPECT_NEAR(find_result(plain, "threshold_5").value, threshold_of(0.79), 1e-6);
  EXPECT_EQ(find_result(plain, "kept_5").value, 1);
  EXPECT_EQ(find_result(plain, "kept_5").better, Better::kHigher);
  EXPECT_LT(find_result(plain, "false_matches_given").low, 0.5);
  // S+ and S* mean the same here, and S neither.
  const auto variants =
      found_by("triplets?threshold=0.8&test=negation-variants", record, {0.85, 0.7, 0.9});
  EXPECT_DOUBLE_EQ(find_result(variants, "false_matches_given").value, 0.5);  // all of S and S+
  EXPECT_EQ(find_result(variants, "false_matches_given").n, kItems);
}

TEST(Matches, HerosKnowsWhichSubsetsChangeTheMeaning) {
  const auto found = found_by("heros?threshold=0.8",
                              {"o", "synonym", "antonym", "random", "typo", "negated", "denied"},
                              {0.9, 0.7, 0.7, 0.9, 0.7, 0.9});
  EXPECT_DOUBLE_EQ(find_result(found, "false_matches_given").value, 0.25);
  EXPECT_EQ(find_result(found, "kept_given").value, 1);
}

TEST(Matches, CurvesInsertsBoth) {
  const auto found = found_by("curves?threshold=0.8", {"a b", "same", "changed"}, {0.9, 0.7},
                              {{"own_variants", "true"}});
  EXPECT_EQ(find_result(found, "false_matches_given").value, 0);
  EXPECT_EQ(find_result(found, "kept_given").value, 1);
  EXPECT_NEAR(find_result(found, "threshold_5").value, threshold_of(0.7), 1e-6);
}

TEST(Matches, RatedPairsNeedARating) {
  const auto rated = found_by("sts?threshold=0.8&same=4", {"a", "b", "3.9"}, {0.9});
  EXPECT_EQ(find_result(rated, "false_matches_given").value, 1);
  const auto same = found_by("sts?threshold=0.8&same=1", {"a", "b", "same"}, {0.9});
  EXPECT_EQ(find_result(same, "kept_given").value, 1);
  const auto changed = found_by("sts?threshold=0.8&same=1", {"a", "b", "changed"}, {0.9});
  EXPECT_EQ(find_result(changed, "false_matches_given").value, 1);
  try {
    test::probe("sts?threshold=0.8");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.advice(), testing::HasSubstr("same=4"));
  }
}

TEST(Matches, OthersAreUnchanged) {
  const std::vector<std::string> record{"s", "s plus", "s star"};
  const auto without = found_by("triplets", record, {0.9, 0.79, 0.5});
  const auto with = found_by("triplets?threshold=0.8", record, {0.9, 0.79, 0.5});
  ASSERT_GT(with.size(), without.size());
  for (std::size_t i = 0; i < without.size(); ++i) EXPECT_EQ(with[i].name, without[i].name);
  EXPECT_THROW(test::probe("sets?threshold=0.8"), Error);  // has no such rows
}

}  // namespace matches_test
}  // namespace sonde
