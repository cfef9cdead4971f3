#include "workshop/language/edits/rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/tables/delimited.h"
#include "text/word_runs.h"

namespace sonde {
namespace rewriter_test {

class RewriterTest : public testing::Test {
 protected:
  // The result for a sentence, or "- " and the reason without one.
  static std::string made(Transformation which, const std::string& sentence,
                          std::uint64_t seed = 1) {
    static const auto kRewriter = english_rewriter();
    const Outcome outcome = kRewriter->apply(which, sentence, seed);
    EXPECT_EQ(outcome.text.empty(), !outcome.reason.empty());
    EXPECT_TRUE(outcome.eligible || outcome.text.empty());
    return outcome.text.empty() ? "- " + std::string(outcome.reason) : outcome.text;
  }
};

Transformation named(std::string_view name) {
  const auto kinds = transformation_kinds();
  const auto found =
      std::ranges::find_if(kinds, [&](const auto& kind) { return kind.name == name; });
  EXPECT_NE(found, kinds.end()) << name;
  return found->which;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string_view> found;
  split_words(text, found);
  std::vector<std::string> sorted(found.begin(), found.end());
  std::ranges::sort(sorted);
  return sorted;
}

TEST_F(RewriterTest, MakesWhatASpeakerDoes) {
  DelimitedReader lines(SONDE_SOURCE_DIR "/tests/golden/transformations.tsv");
  std::size_t count = 0;
  for (std::vector<std::string> fields; lines.next(fields); ++count) {
    ASSERT_EQ(fields.size(), 3U) << lines.place().line;
    EXPECT_EQ(made(named(fields[0]), fields[1]), fields[2]);
  }
  EXPECT_GT(count, 50U);
}

const std::vector<std::string> kStatements{
    "The farmer sold two horses to a neighbour from the next village.",
    "An old woman was feeding the ducks on the pond.",
    "the committee will publish the results of the survey",
    "My sister has painted the walls of the small kitchen."};

TEST_F(RewriterTest, FixedPointKeepsAllWords) {
  for (const auto& sentence : kStatements) {
    const std::string inverted = made(Transformation::kFixedPoint, sentence);
    EXPECT_NE(inverted, sentence);
    EXPECT_EQ(words(inverted), words(sentence));
    EXPECT_EQ(inverted.ends_with('.'), sentence.ends_with('.'));
    EXPECT_EQ(inverted, made(Transformation::kFixedPoint, sentence));
  }
}

TEST_F(RewriterTest, FixedPointHangsOnTheSeed) {
  const std::string sentence =
      "The tall man in the red coat put the old letters into a small box on the table.";
  std::vector<std::string> found;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    found.push_back(made(Transformation::kFixedPoint, sentence, seed));
  }
  std::ranges::sort(found);
  EXPECT_GT(std::unique(found.begin(), found.end()) - found.begin(), 1);
}

// All words of the source but its verb are in the passive, with "by" and a form of be.
TEST_F(RewriterTest, PassiveKeepsTheNouns) {
  const std::vector<std::string> sentences{"The farmer sold two horses.",
                                           "The old woman feeds the ducks.",
                                           "The committee will publish the results."};
  for (const auto& sentence : sentences) {
    const auto source = words(sentence), passive = words(made(Transformation::kPassive, sentence));
    std::size_t kept = 0;
    for (const auto& word : source) kept += std::ranges::count(passive, word) > 0;
    EXPECT_GE(kept + 2, source.size()) << sentence;
    EXPECT_EQ(std::ranges::count(passive, "by"), 1);
  }
}

TEST_F(RewriterTest, ExchangedTwiceIsTheSource) {
  for (const std::string sentence :
       {"The dogs chase a cat.", "He was following the teachers.", "Anna admires Peter."}) {
    const auto once = made(Transformation::kArgumentReordering, sentence);
    EXPECT_NE(once, sentence);
    EXPECT_EQ(made(Transformation::kArgumentReordering, once), sentence);
  }
}

TEST_F(RewriterTest, RefusesWhatIsNoSentence) {
  const std::vector<std::string> bad{
      "", "  ", "\xff", "a\tb", "???", std::string(500, 'a'), "of the of the of the"};
  for (const auto& kind : transformation_kinds()) {
    for (const auto& text : bad) EXPECT_THAT(made(kind.which, text), testing::StartsWith("- "));
  }
}

}  // namespace rewriter_test
}  // namespace sonde
