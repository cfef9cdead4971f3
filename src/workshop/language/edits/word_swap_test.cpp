#include "workshop/language/edits/word_swap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop/language/lexicon/listed_prepositions.h"

namespace sonde {
namespace word_swap_test {

using testing::AnyOf;

std::string swapped(SwapKind kind, const std::string& sentence) {
  static const auto kSwapper = english_word_swapper();
  const Outcome outcome = kSwapper->swap(kind, sentence, 1);
  return outcome.text.empty() ? "- " + std::string(outcome.reason) : outcome.text;
}

TEST(WordSwap, Synonyms) {
  EXPECT_EQ(swapped(SwapKind::kSynonym, "The lawyer lost the case."),
            "The attorney lost the case.");
  EXPECT_EQ(swapped(SwapKind::kSynonym, "She met a lawyer."), "She met an attorney.");
  EXPECT_EQ(swapped(SwapKind::kSynonym, "The huge wave broke."), "The immense wave broke.");
  EXPECT_EQ(swapped(SwapKind::kSynonym, "The truck stopped."), "- no word to replace");
}

TEST(WordSwap, Antonyms) {
  EXPECT_EQ(swapped(SwapKind::kAntonym, "He bought an expensive watch."),
            "He bought a cheap watch.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "My wife paints."), "My husband paints.");
}

// Size and colour of visible things have a sure synonym and a sure opposite.
TEST(WordSwap, AdjectivesOfWhatCanBeSeen) {
  EXPECT_EQ(swapped(SwapKind::kSynonym, "A small dog ran home."), "A little dog ran home.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "A small dog ran home."), "A large dog ran home.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "The white cat slept."), "The black cat slept.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "He sold the old car."), "He sold the new car.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "The old king slept."), "The young king slept.");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "He paid a small amount."), "- no word to replace");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "A black and white dog ran."), "- no word to replace");
}

TEST(WordSwap, Prepositions) {
  const auto is_swapped = [](const ListedPreposition& row, SwapKind kind, std::string_view by) {
    std::string phrase;
    for (const auto word : row.words) phrase += " " + std::string(word);
    std::string expected(row.example);
    expected.replace(expected.find(phrase), phrase.size(), " " + std::string(by));
    EXPECT_EQ(swapped(kind, std::string(row.example)), expected);
  };
  for (const auto& row : listed_prepositions()) {
    if (!row.synonym.empty()) is_swapped(row, SwapKind::kSynonym, row.synonym);
    if (!row.opposite.empty()) is_swapped(row, SwapKind::kAntonym, row.opposite);
  }
  EXPECT_EQ(swapped(SwapKind::kSynonym, "They slept under a law."), "- no word to replace");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "They got inside a car."), "- no word to replace");
  EXPECT_EQ(swapped(SwapKind::kAntonym, "Two men ran up the street."),
            "Two women ran up the street.");
}

// Words whose opposite would be contradicted, or would not fit.
TEST(WordSwap, AntonymsRefused) {
  for (const char* sentence :
       {"Her parents sold the farm.",                   // "childs"
        "The man lost his hat.",                        // "his" of a woman
        "The brothers and sisters moved away.",         // "the sisters and sisters"
        "This is the most expensive watch.",            // "the most cheap"
        "The wine was expensive because it was rare.",  // a reason
        "If he is unhappy, he sings.",                  // the same
        "My wife had twins yesterday.",                 // only women do
        "The girl married the miller's son.",           // "daughter"
        "A bachelor girl is a girl alone.",             // a definition
        "It was a foolish reckless act.",               // why foolish
        "The door closed with a loud bang.",            // a loud noise
        "Her long skirt brushed the floor.",            // why it did
        "In her pregnancy a woman is tired.", "The letter is due on Monday."}) {  // "undue"
    EXPECT_EQ(swapped(SwapKind::kAntonym, sentence), "- no word to replace") << sentence;
  }
}

TEST(WordSwap, NounsOfAGroup) {
  EXPECT_THAT(swapped(SwapKind::kNoun, "She sold two shirts."),
              AnyOf("She sold two sweaters.", "She sold two jackets."));
  EXPECT_EQ(swapped(SwapKind::kNoun, "A hawk sat there."), "An eagle sat there.");
  EXPECT_EQ(swapped(SwapKind::kNoun, "Justice is blind."), "- no word to replace");
  EXPECT_EQ(swapped(SwapKind::kNoun, "He is a pig."), "- may go with this noun alone");
  EXPECT_EQ(swapped(SwapKind::kNoun, "The cat meowed."), "- may go with this noun alone");
}

}  // namespace word_swap_test
}  // namespace sonde
