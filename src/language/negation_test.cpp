#include "language/negation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <fstream>
#include <thread>
#include <vector>

#include "formats/delimited.h"

namespace sonde {
namespace {

const Negator& negator() {
  static const auto kNegator = make_english_negator();
  return *kNegator;
}

// The negated sentence, or "- " and why there is none.
std::string negated(std::string_view sentence) {
  const Negation negation = negator().negate(sentence);
  if (const auto* text = std::get_if<std::string>(&negation)) return *text;
  return "- " + std::string(reason(std::get<Refusal>(negation)));
}

struct Example {
  std::string sentence, expected;
};

// Sentences and what a speaker makes of them, written by hand.
std::vector<Example> examples() {
  DelimitedReader lines(SONDE_SOURCE_DIR "/tests/golden/negations.tsv");
  std::vector<Example> all;
  for (std::vector<std::string> fields; lines.next(fields);) {
    EXPECT_EQ(fields.size(), 2U) << lines.place().line;
    all.push_back({fields.at(0), fields.at(1)});
  }
  return all;
}

TEST(Negator, NegatesAsASpeakerDoes) {
  const auto all = examples();
  EXPECT_GT(all.size(), 120U);
  for (const auto& [sentence, expected] : all) EXPECT_EQ(negated(sentence), expected);
}

TEST(Negator, WhatIsNegatedIsNotNegatedAgain) {
  for (const auto& [sentence, expected] : examples()) {
    if (expected.starts_with("- ")) continue;
    EXPECT_EQ(negated(expected), "- negated already");
  }
}

TEST(Negator, KeepsWhiteSpaceAndAllOtherCharacters) {
  EXPECT_EQ(negated("  The  café   closes at noon .  "),
            "  The  café   does not close at noon .  ");
  EXPECT_EQ(negated("She’s happy."), "She’s not happy.");
}

TEST(Negator, RefusesWhatIsNoText) {
  for (const char* text : {"", " ", "\t", "He\nleft.", "He \x7f left.", "\xff", "\xed\xa0\x80"}) {
    EXPECT_EQ(negated(text), "- too long to parse") << text;
  }
  EXPECT_EQ(negated(std::string_view("He\0left.", 8)), "- too long to parse");
  std::string many = "He left";
  for (int i = 0; i < 60; ++i) many += " and left";
  EXPECT_EQ(negated(many), "- too long to parse");
  EXPECT_EQ(negated(std::string(std::size_t{1} << 20, 'a')), "- too long to parse");
}

TEST(Negator, PunctuationAloneIsNotParsed) {
  for (const char* text : {".", "?", "...", "\"", "[", "]", "%s%n", "\\", "'s", "@#$"}) {
    EXPECT_TRUE(negated(text).starts_with("- ")) << text;
  }
}

// Another parser, another order and several threads give the same.
TEST(Negator, IsTheSameEveryTime) {
  auto all = examples();
  std::reverse(all.begin(), all.end());
  const auto other = make_english_negator();
  std::vector<int> wrong(2, 0);
  const auto check = [&](int& count) {
    for (const auto& example : all) {
      if (other->negate(example.sentence) != negator().negate(example.sentence)) ++count;
    }
  };
  std::thread first(check, std::ref(wrong[0])), second(check, std::ref(wrong[1]));
  first.join();
  second.join();
  EXPECT_EQ(wrong, std::vector<int>(2, 0));
}

TEST(Negator, SaysNothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  make_english_negator()->negate("The blorked zxq[!] froms {x} colorless.");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace sonde
