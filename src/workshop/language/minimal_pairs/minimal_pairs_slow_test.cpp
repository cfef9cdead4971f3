#include "workshop/language/minimal_pairs/minimal_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "formats/lexicons/wordnet.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/opposites.h"
#include "workshop/language/lexicon/sense_choice.h"
#include "workshop/language/lexicon/unrelated_words.h"
#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/minimal_pairs/pair_refusals.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace minimal_pairs_slow_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

MinimalPairs made(const std::string& sentence, const MinimalPairOptions& options = {}) {
  if (options.seed == 1 && !options.unsure && !options.filler && !options.misspellings) {
    static const auto kMaker = english_minimal_pairs({});
    return kMaker->make(sentence);
  }
  return english_minimal_pairs(options)->make(sentence);
}

std::string reason(const std::string& sentence) {
  const MinimalPairs pairs = made(sentence);
  EXPECT_TRUE(pairs.original.text.empty());
  return std::string(pairs.original.eligible ? "" : "- ") + std::string(pairs.original.reason);
}

struct Expected {
  std::string sentence, word, synonym, antonym, main, antonym_negated;
};

class MinimalPairsTest : public testing::TestWithParam<Expected> {};

TEST_P(MinimalPairsTest, ReplacesTheWordInItsFormAndNegates) {
  const auto& expected = GetParam();
  const MinimalPairs pairs = made(expected.sentence);
  ASSERT_EQ(pairs.original.text, expected.sentence) << pairs.original.reason;
  EXPECT_EQ(pairs.word, expected.word);
  EXPECT_EQ(pairs.synonyms.front().word, expected.synonym);
  EXPECT_EQ(pairs.antonyms.front().word, expected.antonym);
  EXPECT_EQ(pairs.negation_main.text, expected.main);
  EXPECT_EQ(pairs.negation_antonym.text, expected.antonym_negated);
  for (const auto* variants : {&pairs.synonyms, &pairs.antonyms, &pairs.randoms, &pairs.typos}) {
    ASSERT_EQ(variants->size(), 1U);
    std::string text = expected.sentence;
    const auto& one = variants->front();
    EXPECT_EQ(one.text, text.replace(pairs.begin, pairs.end - pairs.begin, one.word));
    EXPECT_TRUE(one.sure);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sentences, MinimalPairsTest,
    testing::Values(
        Expected{"My neighbour bought the old house at the end of the street.", "bought",
                 "purchased", "sold",
                 "My neighbour did not buy the old house at the end of the street.",
                 "My neighbour did not buy the old house at the end of the street."},
        Expected{"The bridge across the river was demolished in the spring.", "demolished",
                 "destroyed", "built",
                 "The bridge across the river was not demolished in the spring.",
                 "The bridge across the river was not demolished in the spring."},
        Expected{"The teachers at the village school are very strict.", "strict", "stern",
                 "lenient", "The teachers at the village school are not very strict.",
                 "The teachers at the village school are not very strict."},
        Expected{"My brother thinks that the new manager is very polite.", "polite", "courteous",
                 "rude", "My brother does not think that the new manager is very polite.",
                 "My brother thinks that the new manager is not very polite."},
        Expected{"The new rules permit visitors to park behind the building.", "permit", "allow",
                 "forbid", "The new rules do not permit visitors to park behind the building.",
                 "The new rules do not permit visitors to park behind the building."}));

// A verb that can't be replaced comes first: nothing of it may stay.
TEST(MinimalPairs, ASecondWordIsReplacedWhereTheFirstCannotBe) {
  const MinimalPairs pairs =
      made("The lawyer convinces the judge that another trial is pointless.");
  ASSERT_EQ(pairs.word, "pointless") << pairs.original.reason;
  for (const auto* variants : {&pairs.synonyms, &pairs.antonyms, &pairs.randoms, &pairs.typos}) {
    ASSERT_EQ(variants->size(), 1U);
    EXPECT_THAT(variants->front().text, HasSubstr("The lawyer convinces the judge"));
    EXPECT_THAT(variants->front().text, testing::Not(HasSubstr("pointless")));
  }
}

// A rule on the input: section 2.2 of the paper.
TEST(MinimalPairs, EligibleAreTheOriginalsOfThePaper) {
  EXPECT_EQ(reason("My neighbour bought a house."), "- fewer than 9 words");
  EXPECT_EQ(reason("Did my neighbour buy the old house at the end of the street?"), "- a question");
  EXPECT_EQ(reason("My neighbour bought the damn house at the end of the street."), "- cursing");
  std::string longer = "My neighbour bought the old house at the end of the street";
  for (int i = 0; i < 5; ++i) longer += " at the end of";
  EXPECT_EQ(reason(longer + "."), "- more than 24 words");
  EXPECT_EQ(reason("The the of house at bought end a of street street."), "- not parsed");
  EXPECT_EQ(reason("My sister is a doctor at the hospital near the old station."),
            "- no word with a synonym and an antonym");
}

TEST(MinimalPairs, EachRuleOfRefusalDecidesItsExample) {
  for (const auto& [rule, example] : pair_refusal_examples()) {
    const RuleWatch watch;
    made(std::string(example));
    EXPECT_THAT(watch.decided(), Contains(rule)) << example;
  }
}

TEST(MinimalPairs, RefusesWhatLeavesBothTrue) {
  EXPECT_EQ(reason("Some of the teachers at the village school are very strict."),
            "both may be true");
  EXPECT_EQ(reason("The teachers at the village school may be very strict."), "both may be true");
  EXPECT_EQ(reason("The teachers at the village school are often very strict."),
            "both may be true");
  EXPECT_EQ(reason("The teachers at the village school are not very strict."), "negated already");
}

TEST(MinimalPairs, RefusesParticlesAndPrepositionsOfTheWord) {
  EXPECT_EQ(reason("The remote areas of the country were built up in no time."), "negated already");
  EXPECT_EQ(reason("The remote areas of the northern country were slowly built up."),
            "verb with a particle");
  EXPECT_EQ(reason("My little brother is scared of the large dog next door."),
            "a preposition follows");
}

// The verb's complement would not fit its opposite.
TEST(MinimalPairs, RefusesWhatMayNotSuitTheOpposite) {
  for (const char* sentence : {"The man built himself a small cabin in the old forest.",
                               "The careful old man slowly built a cabin near the river.",
                               "The careful old man concealed his guilt from the local police.",
                               "A colossal wave destroyed the old town in ten minutes.",
                               "The new church was built on a base of solid rock."}) {
    EXPECT_EQ(reason(sentence), "what follows may not suit the opposite") << sentence;
  }
}

TEST(MinimalPairs, TheSeedDrawsRandomWordsAndTyposAlone) {
  const std::string sentence = "My neighbour bought the old house at the end of the street.";
  std::set<std::string> randoms, typos;
  const MinimalPairs first = made(sentence, {2}), again = made(sentence, {2});
  EXPECT_EQ(first.randoms.front().text, again.randoms.front().text);
  EXPECT_EQ(first.typos.front().text, again.typos.front().text);
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const MinimalPairs one = made(sentence, {seed});
    EXPECT_EQ(one.synonyms.front().word, "purchased");
    randoms.insert(one.randoms.front().word);
    typos.insert(one.typos.front().word);
  }
  EXPECT_GT(randoms.size(), 2U);
  EXPECT_GT(typos.size(), 2U);
}

TEST(MinimalPairs, ListedMisspellingsComeFirst) {
  std::istringstream in("bougth->bought\n");
  const MisspellingList list(in, "list");
  const auto pairs = made("My neighbour bought the old house at the end of the street.",
                          {1, false, nullptr, &list});
  EXPECT_EQ(pairs.typos.front().word, "bougth");
  EXPECT_EQ(pairs.typos.front().origin, "a listed misspelling");
}

class Filler final : public GapFiller {
 public:
  std::string identity() const override { return "test"; }
  std::vector<std::string> fill(std::string_view before, std::string_view after,
                                std::size_t) override {
    EXPECT_EQ(before, "My neighbour ");
    EXPECT_EQ(after, " the old house at the end of the street.");
    return {"acquired", "sold", "buys", "house", "sleeps", "painted", "watched"};
  }
};

// Not what WordNet relates to the word, nor another form or part of speech.
TEST(MinimalPairs, AModelsWordsAreFiltered) {
  Filler filler;
  const auto pairs =
      made("My neighbour bought the old house at the end of the street.", {1, false, &filler});
  ASSERT_FALSE(pairs.randoms.empty());
  EXPECT_EQ(pairs.randoms.front().word, "painted");
  EXPECT_EQ(pairs.randoms.front().origin, "language model, rank 6");
}

TEST(MinimalPairs, OffersMoreToPeople) {
  const std::string sentence = "Some of the teachers at the village school are very strict.";
  const auto pairs = made(sentence, {1, true});
  EXPECT_TRUE(pairs.original.text.empty());
  EXPECT_EQ(pairs.word, "strict");
  EXPECT_GT(pairs.synonyms.size(), 2U);
  EXPECT_EQ(pairs.synonyms.front().word, "stern");
  EXPECT_FALSE(pairs.synonyms.front().sure);
  EXPECT_LE(pairs.typos.size(), 9U);
  EXPECT_GT(pairs.typos.size(), 5U);
  EXPECT_FALSE(pairs.randoms.empty());
}

TEST(Opposites, StandInTheOrderOfTheAlphabetAndAreNoWordTwice) {
  for (const WordKind kind : {WordKind::kVerb, WordKind::kAdjective}) {
    const auto rows = opposite_rows(kind);
    EXPECT_GT(rows.size(), 200U);
    EXPECT_TRUE(std::ranges::is_sorted(rows, std::less_equal<>(), &OppositeRow::word));
    for (const auto& row : rows) {
      EXPECT_EQ(std::set({row.word, row.synonym, row.antonym}).size(), 3U) << row.word;
      EXPECT_EQ(opposites_of(row.word, kind), &row);
    }
  }
  EXPECT_EQ(opposites_of("zebra", WordKind::kVerb), nullptr);
  EXPECT_TRUE(opposite_rows(WordKind::kNoun).empty());
}

TEST(Opposites, AreWordsOfWordNet) {
  const Lexicon lexicon(kWordNetFolder);
  for (const WordKind kind : {WordKind::kVerb, WordKind::kAdjective}) {
    for (const auto& row : opposite_rows(kind)) {
      EXPECT_TRUE(lexicon.has(row.word, kind)) << row.word;
      EXPECT_TRUE(lexicon.has(row.antonym, kind)) << row.antonym;
    }
  }
}

class SenseTest : public testing::Test {
 protected:
  static std::string sense(const char* word, WordKind kind, const char* sentence) {
    static const Lexicon kLexicon(kWordNetFolder);
    static const SenseCounts kCounts(kWordNetFolder);
    static const ExampleSenses kExamples(kWordNetFolder);
    static const SenseChooser kChooser(kWordNetFolder, kLexicon, kCounts, kExamples);
    const auto chosen = kChooser.choose(word, kind, sentence);
    if (!chosen) return "none";
    return std::to_string(chosen->number) + " by " + std::string(name_of(chosen->origin));
  }
};

TEST_F(SenseTest, IsKnownOfWordNetsExamples) {
  EXPECT_THAT(
      sense("overestimate", WordKind::kVerb, "You are overestimating the value of your old car"),
      HasSubstr("by WordNet's example"));
  EXPECT_THAT(
      sense("easy", WordKind::kAdjective, "knowing that I had done my best, my mind was easy"),
      HasSubstr("by WordNet's example"));
}

TEST_F(SenseTest, ElseByTheOnlySenseOwnWordsOrTheUsualOne) {
  EXPECT_EQ(sense("detest", WordKind::kVerb, "They detest the food."), "0 by its only sense");
  EXPECT_EQ(sense("difficult", WordKind::kAdjective, "It was difficult."), "0 by its usual sense");
  EXPECT_EQ(sense("run", WordKind::kVerb, "They run."), "none");
  // The gloss of the sense speaks of a thin edge, and its example of a knife.
  EXPECT_THAT(sense("sharp", WordKind::kAdjective, "The thin edge of the knife is sharp."),
              HasSubstr("by the sentence's own words"));
}

TEST(UnrelatedWords, AreNearInFrequencyAndNotInMeaning) {
  const Lexicon lexicon(kWordNetFolder);
  const SenseCounts counts(kWordNetFolder);
  const UnrelatedWords words(lexicon, counts);
  const std::vector<std::string> others{"buy", "purchase", "sell"};
  const auto drawn = words.like("buy", WordKind::kVerb, others, 1);
  ASSERT_EQ(drawn.size(), 100U);
  const auto wanted = static_cast<int>(words.frequency_class("buy", WordKind::kVerb));
  for (std::size_t i = 0; i < 20; ++i) {
    const auto its = static_cast<int>(words.frequency_class(drawn[i], WordKind::kVerb));
    EXPECT_LE(std::abs(its - wanted), 1) << drawn[i];
  }
  EXPECT_NE(drawn, words.like("buy", WordKind::kVerb, others, 2));
  EXPECT_FALSE(words.is_unrelated("acquire", "buy", WordKind::kVerb));
  EXPECT_FALSE(words.is_unrelated("tiny", "large", WordKind::kAdjective));
  EXPECT_TRUE(words.is_unrelated("paint", "buy", WordKind::kVerb));
}

TEST(EditSlots, AreTheMainVerbAndThatOfTheClauseWithin) {
  const VerbForms forms(kWordNetFolder);
  const Lexicon lexicon(kWordNetFolder);
  const auto parser = make_link_parser();
  const auto words = [&](const std::string& sentence) {
    const auto linkages = parser->parse(sentence, 1);
    std::vector<std::string> found;
    for (const auto& slot : edit_slots(Reading(linkages.front(), sentence), forms, lexicon)) {
      found.push_back(slot.base);
    }
    return found;
  };
  EXPECT_THAT(words("He believes that she bought the house."), ElementsAre("believe", "buy"));
  EXPECT_THAT(words("The bridge across the river was demolished in the spring."),
              ElementsAre("demolish"));
  EXPECT_THAT(words("The house is large."), ElementsAre("large"));
  EXPECT_THAT(words("Open the door."), ElementsAre("open"));
  EXPECT_THAT(words("She is a doctor."), IsEmpty());
  EXPECT_THAT(words("He sold the house and bought a boat."), IsEmpty());
}

}  // namespace minimal_pairs_slow_test
}  // namespace sonde
