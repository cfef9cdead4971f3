#include "sonde/negation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link-grammar/link-includes.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "base/threads.h"
#include "formats/tables/delimited.h"

namespace sonde {
namespace negation_test {

// The negated sentence, or "- " and the reason without one.
std::string negated(const Negator& negator, std::string_view sentence) {
  const Negation negation = negator.negate(sentence);
  if (const auto* made = std::get_if<Negated>(&negation)) return made->text;
  return "- " + std::string(reason(std::get<Refusal>(negation)));
}

std::string negated(std::string_view sentence) { return negated(*english_negator(), sentence); }

// Loads the dictionary once a test.
class NegatorTest : public testing::Test {
 private:
  const std::shared_ptr<const Negator> kept_ = english_negator();
};

struct Example {
  std::string sentence, expected;
};

std::vector<Example> examples_of(const std::string& file) {
  DelimitedReader lines(SONDE_SOURCE_DIR "/tests/golden/" + file);
  std::vector<Example> all;
  for (std::vector<std::string> fields; lines.next(fields);) {
    EXPECT_EQ(fields.size(), 2U) << lines.place().line;
    all.push_back({fields.at(0), fields.at(1)});
  }
  return all;
}

// Sentences and what a speaker makes of them, written by hand. Another file has those that the
// installed version of Link Grammar parses in another way.
std::vector<Example> examples() {
  auto all = examples_of("negations.tsv");
  const std::string other = "negations_link_grammar_" LINK_VERSION_STRING ".tsv";
  if (!std::filesystem::exists(SONDE_SOURCE_DIR "/tests/golden/" + other)) return all;
  for (const auto& [sentence, expected] : examples_of(other)) {
    for (auto& example : all) {
      if (example.sentence == sentence) example.expected = expected;
    }
  }
  return all;
}

TEST_F(NegatorTest, NegatesAsASpeakerDoes) {
  const auto all = examples();
  EXPECT_GT(all.size(), 120U);
  for (const auto& [sentence, expected] : all) EXPECT_EQ(negated(sentence), expected);
}

TEST_F(NegatorTest, WhatIsNegatedIsNotNegatedAgain) {
  for (const auto& [sentence, expected] : examples()) {
    if (expected.starts_with("- ")) continue;
    EXPECT_EQ(negated(expected), "- negated already");
  }
}

TEST_F(NegatorTest, KeepsWhiteSpaceAndAllOtherCharacters) {
  EXPECT_EQ(negated("  The  café   closes at noon .  "),
            "  The  café   does not close at noon .  ");
  EXPECT_EQ(negated("She’s happy."), "She’s not happy.");
}

TEST_F(NegatorTest, RefusesWhatIsNoText) {
  for (const char* text : {"", " ", "\t", "He\nleft.", "He \x7f left.", "\xff", "\xed\xa0\x80"}) {
    EXPECT_EQ(negated(text), "- too long to parse") << text;
  }
  EXPECT_EQ(negated(std::string_view("He\0left.", 8)), "- too long to parse");
  std::string many = "He left";
  for (int i = 0; i < 60; ++i) many += " and left";
  EXPECT_EQ(negated(many), "- too long to parse");
  EXPECT_EQ(negated(std::string(std::size_t{1} << 20, 'a')), "- too long to parse");
}

TEST_F(NegatorTest, PunctuationAloneIsNotParsed) {
  for (const char* text : {".", "?", "...", "\"", "[", "]", "%s%n", "\\", "'s", "@#$", "\u200b"}) {
    EXPECT_TRUE(negated(text).starts_with("- ")) << text;
  }
}

using Answers = std::map<std::string, std::string>;

Answers answers(const Negator& negator, bool backwards) {
  auto all = examples();
  if (backwards) std::reverse(all.begin(), all.end());
  Answers found;
  for (const auto& example : all) found[example.sentence] = negated(negator, example.sentence);
  return found;
}

// The second negator is another one: the first is gone, with all that it remembers.
TEST(EnglishNegator, IsTheSameInEveryOrder) {
  const Answers forwards = answers(*english_negator(), false);
  EXPECT_EQ(answers(*english_negator(), true), forwards);
}

TEST_F(NegatorTest, ServesSeveralThreads) {
  const auto negator = english_negator();
  std::vector<Answers> found(4);
  parallel_for(found.size(), 1, found.size(), [&](std::size_t thread, std::size_t) {
    found[thread] = answers(*negator, thread % 2 == 1);
  });
  for (const auto& other : found) EXPECT_EQ(other, found.front());
}

TEST_F(NegatorTest, SaysNothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  english_negator()->negate("The blorked zxq[!] froms {x} colorless.");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace negation_test
}  // namespace sonde
