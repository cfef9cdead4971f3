#include "text/overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sonde {
namespace overlap_test {

using testing::ElementsAre;
using testing::IsEmpty;
using Numbers = std::vector<std::uint32_t>;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  split_rouge_words(text, words);
  return words;
}

TEST(RougeWords, AreRunsOfAsciiLettersAndDigits) {
  EXPECT_THAT(words_of("The U.S. isn't_3.50 well-known!"),
              ElementsAre("the", "u", "s", "isn", "t", "3", "50", "well", "known"));
  EXPECT_THAT(words_of("Café naïve"), ElementsAre("caf", "na", "ve"));
  EXPECT_THAT(words_of("日本語 …"), IsEmpty());
  EXPECT_THAT(words_of(""), IsEmpty());
  // Like str.lower(): the sign of kelvin is a k, a dotted capital I an i and a dot above.
  EXPECT_THAT(words_of("\u212Aelvin \u0130s"), ElementsAre("kelvin", "i", "s"));
}

struct Golden {
  const char* first;
  const char* second;
  double rouge1, rouge2, rougeL;
};

// From Google's rouge_score 0.1.2, RougeScorer(["rouge1", "rouge2", "rougeL"]).
const Golden kGolden[] = {
    {"A dog barks at the gate.", "The dog at the gate barks.", 0.8333333333333334,
     0.4000000000000001, 0.6666666666666666},
    {"She doesn't like the U.S. weather, it's 3.50 degrees.",
     "She does like the US weather: 3 50 degrees!", 0.6363636363636364, 0.3, 0.6363636363636364},
    {"the the the cat", "the cat the dog the", 0.888888888888889, 0.28571428571428575,
     0.6666666666666665},
    {"Café au lait costs €4", "cafe au lait costs 4", 0.8000000000000002, 0.75, 0.8000000000000002},
    {"one two three four five six", "six five four three two one", 1.0, 0.0, 0.16666666666666666},
    {"well-known facts_about snake_case", "Well known facts about snake case", 1.0, 1.0, 1.0},
    {"a b a b a b", "b a b a", 0.8, 0.7499999999999999, 0.8},
    {"nothing shared here", "entirely other words", 0.0, 0.0, 0.0},
    {"The red car stopped and the blue car stopped.",
     "The blue car stopped and then the red car stopped too.", 0.9, 0.7777777777777777,
     0.7000000000000001}};

Numbers numbers_of(std::string_view text, std::map<std::string, std::uint32_t>& known) {
  Numbers numbers;
  for (const auto& word : words_of(text)) {
    numbers.push_back(known.emplace(word, known.size()).first->second);
  }
  return numbers;
}

double ngram_f1(const Numbers& a, const Numbers& b, std::size_t n) {
  std::vector<std::uint64_t> first, second;
  append_ngrams(a, n, first);
  append_ngrams(b, n, second);
  return shared_f1(first, second);
}

TEST(Overlap, IsThatOfRougeScore) {
  Overlap overlap;
  for (const auto& golden : kGolden) {
    std::map<std::string, std::uint32_t> known;
    const auto a = numbers_of(golden.first, known), b = numbers_of(golden.second, known);
    EXPECT_NEAR(ngram_f1(a, b, 1), golden.rouge1, 1e-15) << golden.first;
    EXPECT_NEAR(ngram_f1(a, b, 2), golden.rouge2, 1e-15) << golden.first;
    EXPECT_NEAR(overlap.longest_f1(a, b), golden.rougeL, 1e-15) << golden.first;
  }
}

TEST(Overlap, NothingIsUndefined) {
  Overlap overlap;
  const Numbers none, one{1};
  EXPECT_TRUE(std::isnan(ngram_f1(none, none, 1)));
  EXPECT_TRUE(std::isnan(ngram_f1(one, one, 2)));
  EXPECT_TRUE(std::isnan(overlap.longest_f1(none, none)));
  EXPECT_TRUE(std::isnan(overlap.edit_share(none, none)));
  EXPECT_EQ(ngram_f1(none, one, 1), 0);
  EXPECT_EQ(overlap.longest_f1(one, none), 0);
  EXPECT_EQ(overlap.edit_share(one, none), 1);
}

TEST(Overlap, WhatWouldTakeMinutesIsUndefined) {
  Overlap overlap;
  Numbers a(20'000), b(20'000);
  for (std::uint32_t i = 0; i < a.size(); ++i) a[i] = 2 * i, b[i] = 2 * i + 1;
  EXPECT_TRUE(std::isnan(overlap.longest_f1(a, b)));
  EXPECT_TRUE(std::isnan(overlap.edit_share(a, b)));
  EXPECT_EQ(ngram_f1(a, b, 2), 0);
  EXPECT_EQ(overlap.longest_f1(a, a), 1);  // nothing is left between equal ends
}

// The definitions, without any short cut.
std::size_t longest(Words a, Words b) {
  if (a.empty() || b.empty()) return 0;
  if (a.front() == b.front()) return 1 + longest(a.subspan(1), b.subspan(1));
  return std::max(longest(a.subspan(1), b), longest(a, b.subspan(1)));
}

std::size_t edits(Words a, Words b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  if (a.front() == b.front()) return edits(a.subspan(1), b.subspan(1));
  return 1 + std::min({edits(a.subspan(1), b), edits(a, b.subspan(1)),
                       edits(a.subspan(1), b.subspan(1))});
}

TEST(Overlap, IsThatOfItsDefinition) {
  EXPECT_TRUE(rc::check([] {
    const auto word = rc::gen::inRange<std::uint32_t>(0, 4);
    const auto a = *rc::gen::resize(7, rc::gen::container<Numbers>(word));
    const auto b = *rc::gen::resize(7, rc::gen::container<Numbers>(word));
    if (a.empty() && b.empty()) return;
    Overlap overlap;
    const double both = static_cast<double>(a.size() + b.size());
    RC_ASSERT(overlap.longest_f1(a, b) == 2 * static_cast<double>(longest(a, b)) / both);
    RC_ASSERT(overlap.longest_f1(a, b) == overlap.longest_f1(b, a));
    const double longer = static_cast<double>(std::max(a.size(), b.size()));
    RC_ASSERT(overlap.edit_share(a, b) == static_cast<double>(edits(a, b)) / longer);
    std::size_t common = 0;
    for (std::uint32_t w = 0; w < 4; ++w) {
      common +=
          static_cast<std::size_t>(std::min(std::ranges::count(a, w), std::ranges::count(b, w)));
    }
    RC_ASSERT(ngram_f1(a, b, 1) == 2 * static_cast<double>(common) / both);
  }));
}

// The whole table of both, for texts that are too long for the definitions.
std::pair<std::size_t, std::size_t> by_table(Words a, Words b) {
  const std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::vector<std::size_t>> longest(a.size() + 1, row), edits(a.size() + 1, row);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      edits[i][j] = i + j;
      if (i == 0 || j == 0) continue;
      const bool same = a[i - 1] == b[j - 1];
      longest[i][j] =
          same ? longest[i - 1][j - 1] + 1 : std::max(longest[i - 1][j], longest[i][j - 1]);
      edits[i][j] = std::min(
          {edits[i - 1][j] + 1, edits[i][j - 1] + 1, edits[i - 1][j - 1] + (same ? 0 : 1)});
    }
  }
  return {longest.back().back(), edits.back().back()};
}

TEST(Overlap, IsTheSameBelowAndAboveSixtyFourWords) {
  EXPECT_TRUE(rc::check([] {
    const auto text = [] {
      const auto size = *rc::gen::inRange<std::size_t>(55, 75);
      return *rc::gen::container<Numbers>(size, rc::gen::inRange<std::uint32_t>(0, 6));
    };
    const auto a = text(), b = text();
    const auto [longest, edits] = by_table(a, b);
    Overlap overlap;
    RC_ASSERT(overlap.longest_f1(a, b) ==
              2 * static_cast<double>(longest) / static_cast<double>(a.size() + b.size()));
    RC_ASSERT(overlap.edit_share(a, b) ==
              static_cast<double>(edits) / static_cast<double>(std::max(a.size(), b.size())));
  }));
}

}  // namespace overlap_test
}  // namespace sonde
