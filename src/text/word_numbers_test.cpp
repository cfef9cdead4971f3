#include "text/word_numbers.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace sonde {
namespace word_numbers_test {

TEST(WordNumbers, AreGivenInOrderOfAppearance) {
  EXPECT_TRUE(rc::check([] {
    const auto letter = rc::gen::element('a', 'b', '\0', '\xc3');
    const auto words =
        *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(letter));
    WordNumbers numbers;
    std::vector<std::string> distinct;
    for (const auto& word : words) {
      const auto at = std::ranges::find(distinct, word) - distinct.begin();
      if (static_cast<std::size_t>(at) == distinct.size()) {
        RC_ASSERT(!numbers.find(word));
        distinct.push_back(word);
      }
      RC_ASSERT(numbers.add(word) == static_cast<std::uint32_t>(at));
      RC_ASSERT(numbers.find(word) == static_cast<std::uint32_t>(at));
    }
    RC_ASSERT(numbers.size() == distinct.size());
  }));
}

TEST(WordNumbers, ManyWordsKeepTheirNumbers) {
  WordNumbers numbers;
  constexpr std::uint32_t kMany = 100000;
  for (std::uint32_t i = 0; i < kMany; ++i) EXPECT_EQ(numbers.add(std::to_string(i * 7919)), i);
  for (std::uint32_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(numbers.find(std::to_string(i * 7919)), i);
    EXPECT_EQ(numbers[i], std::to_string(i * 7919));
  }
  EXPECT_FALSE(numbers.find("x"));
}

}  // namespace word_numbers_test
}  // namespace sonde
