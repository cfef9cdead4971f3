#include "workshop/makers/fusions/fusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sonde/error.h"

namespace sonde {
namespace fusion_test {

Fusion fusion(const std::string& text) { return fusion_of({text, "", "m", "stop", {}}); }

TEST(Fusion, WordLimitsAreRoundedDown) {
  EXPECT_EQ(word_limit(0.5, 24), 12);
  EXPECT_EQ(word_limit(0.5, 25), 12);
  EXPECT_EQ(word_limit(0.29, 100), 29);  // 28.999999999999996 in binary
  EXPECT_EQ(word_limit(0.1, 3), 1);
  EXPECT_EQ(word_limit(0.5, 0), 1);
}

// So rounding changes no verdict.
TEST(Fusion, WordsAreOverTheRoundedLimitWhereTheyAreOverTheLimit) {
  EXPECT_TRUE(rc::check([] {
    const auto percent = *rc::gen::inRange<std::uint64_t>(1, 300);
    const auto words = *rc::gen::inRange<std::uint64_t>(1, 400);
    const auto given = *rc::gen::inRange<std::uint64_t>(1, 400);
    RC_PRE(percent * words >= 100);
    const bool over = 100 * given > percent * words;
    RC_ASSERT((given > word_limit(static_cast<double>(percent) / 100, words)) == over);
  }));
}

TEST(Fusion, MarksAreReplacedOnce) {
  EXPECT_EQ(filled("{limit}: {A}/{B}/{A} {C} {", "x{B}", "y{A}", 7), "7: x{B}/y{A}/x{B} {C} {");
  EXPECT_EQ(filled("", "a", "b", 1), "");
  EXPECT_NO_THROW(check_prompt({"{A}", "{B}"}));
  EXPECT_THROW(check_prompt({"{A}", "b"}), Error);
  EXPECT_THROW(check_prompt({"", "{B}"}), Error);
}

TEST(Fusion, QuotesAroundAllAreTakenOff) {
  EXPECT_EQ(fusion("\"It rained.\"").sentence, "It rained.");
  EXPECT_EQ(fusion("\xc2\xabIl pleut.\xc2\xbb").sentence, "Il pleut.");
  EXPECT_EQ(fusion("\xe2\x80\x9e"
                   "Es regnet.\xe2\x80\x9c")
                .sentence,
            "Es regnet.");
  EXPECT_EQ(fusion("'Tis the dogs'").sentence, "Tis the dogs");
  for (const char* kept :
       {"\"A\" and \"B\"", "'It's 5 o'clock'", "It \"rained\".", "\"It rained."}) {
    EXPECT_EQ(fusion(kept).sentence, kept);
    EXPECT_EQ(fusion(kept).unusable, "");
  }
}

TEST(Fusion, SaysWhyAnAnswerCannotBeUsed) {
  EXPECT_EQ(fusion("").unusable, "empty");
  EXPECT_EQ(fusion("\" \"").unusable, "empty");
  EXPECT_EQ(fusion("\"\"").unusable, "empty");
  EXPECT_EQ(fusion("a\n\nb").unusable, "several lines");
  EXPECT_EQ(fusion("<!DOCTYPE html>").unusable, "HTML");
  EXPECT_EQ(fusion("a\x1b[31mb").unusable, "holds control characters");
  EXPECT_EQ(fusion("a\xc2\x9b"
                   "31mb")
                .unusable,
            "holds control characters");
  EXPECT_EQ(fusion("a\x7f"
                   "b")
                .unusable,
            "holds control characters");
  EXPECT_EQ(fusion("caf\xc3\xa9 \xc2\xa0 b").unusable, "");
  EXPECT_EQ(fusion(std::string(kLongestFusion, 'x')).unusable, "");
  EXPECT_EQ(fusion(std::string(kLongestFusion + 1, 'x')).unusable, "longer than 64 KiB");
  EXPECT_EQ(fusion("<think>so</think>").unusable, "empty");
  EXPECT_EQ(fusion_of({"a b", "", "", "length", {}}).unusable, "cut short by the server's limit");
  EXPECT_EQ(fusion_of({"", "I won't", "", "stop", {}}).unusable, "refused");
  EXPECT_EQ(fusion_of({"a b", "", "", "", {}}).unusable, "");
}

}  // namespace fusion_test
}  // namespace sonde
