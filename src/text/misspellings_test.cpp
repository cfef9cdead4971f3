#include "text/misspellings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace sonde {
namespace misspellings_test {

std::vector<std::string> texts(std::string_view word, std::uint64_t key) {
  std::vector<std::string> all;
  for (const auto& one : misspellings_by_rule(word, key)) all.push_back(one.text);
  return all;
}

TEST(Misspellings, AreThoseOfTheFourRules) {
  EXPECT_THAT(texts("opt", 1), testing::UnorderedElementsAre("ot", "op", "oppt", "optt", "otp",
                                                             "oot", "opr", "opy"));
}

TEST(Misspellings, KeepTheFirstLetterAndAreNeverTheWord) {
  for (const char* word : {"open", "purchase", "letter", "all"}) {
    const auto all = texts(word, 3);
    EXPECT_GT(all.size(), 3U);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
    for (const auto& one : all) {
      EXPECT_EQ(one.front(), word[0]);
      EXPECT_NE(one, word);
    }
  }
}

TEST(Misspellings, TheKeyDrawsTheOrderAndNoRuleIsRare) {
  EXPECT_EQ(texts("purchase", 1), texts("purchase", 1));
  std::map<std::string_view, int> first;
  std::set<std::string> different;
  for (std::uint64_t key = 0; key < 400; ++key) {
    const auto all = misspellings_by_rule("purchase", key);
    ++first[all.front().rule];
    different.insert(all.front().text);
  }
  EXPECT_EQ(first.size(), 4U);
  for (const auto& [rule, count] : first) EXPECT_GT(count, 60) << rule;
  EXPECT_GT(different.size(), 20U);
}

TEST(Misspellings, NoneOfWhatIsNoPlainWord) {
  for (const char* word : {"", "at", "Open", "caf\u00e9", "well-known"}) {
    EXPECT_TRUE(texts(word, 1).empty()) << word;
  }
}

}  // namespace misspellings_test
}  // namespace sonde
