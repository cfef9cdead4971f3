#include "workshop/language/parse/noun_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"
#include "workshop/language/lexicon/sister_nouns.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace noun_place_test {

const Lexicon& lexicon() {
  static const Lexicon kLexicon(kWordNetFolder);
  return kLexicon;
}

const NounPlaces& places() {
  static const SenseCounts kCounts(kWordNetFolder);
  static const NounPlaces kPlaces(kWordNetFolder, lexicon(), kCounts);
  return kPlaces;
}

Linkage parsed(const std::string& sentence) {
  static const auto kParser = make_link_parser();
  const auto linkages = kParser->parse(sentence, 1);
  EXPECT_EQ(linkages.size(), 1U) << sentence;
  return linkages.empty() ? Linkage{} : linkages.front();
}

std::size_t place_of(const Linkage& linkage, const std::string& word) {
  std::size_t at = 0;
  while (at + 1 < linkage.words.size() && linkage.words[at].text != word) ++at;
  EXPECT_EQ(linkage.words.at(at).text, word);
  return at;
}

bool is_held_by_parse(const std::string& sentence, const std::string& word) {
  const Linkage linkage = parsed(sentence);
  return places().is_held_by_parse(sentence, linkage, place_of(linkage, word));
}

bool is_held_by_words(const std::string& sentence, const std::string& word,
                      const std::string& other) {
  const Linkage linkage = parsed(sentence);
  return places().is_held_by_words(linkage, place_of(linkage, word),
                                   lexicon().base_of(word, WordKind::kNoun), other);
}

// Decided by WordNet's counts: "car" is hardly ever that of a train, "table" often one of figures.
TEST(NounPlaces, Senses) {
  for (const char* noun : {"car", "hotel", "horse", "sword"}) {
    EXPECT_TRUE(places().has_sure_sense(noun)) << noun;
  }
  for (const char* noun : {"table", "window", "dress", "whale", "justice", "zxqs"}) {
    EXPECT_FALSE(places().has_sure_sense(noun)) << noun;
  }
}

TEST(NounPlaces, FreeInTheParse) {
  EXPECT_FALSE(is_held_by_parse("The car stopped at the corner.", "car"));
  EXPECT_FALSE(is_held_by_parse("He bought a used car.", "car"));
  EXPECT_FALSE(is_held_by_parse("Many horses are black.", "horses"));
  EXPECT_FALSE(is_held_by_parse("She drank coffee.", "coffee"));
}

TEST(NounPlaces, HeldByTheParse) {
  EXPECT_TRUE(is_held_by_parse("The car park was full.", "car"));
  EXPECT_TRUE(is_held_by_parse("The dog's tail was short.", "dog"));
  EXPECT_TRUE(is_held_by_parse("The colour of the car was red.", "car"));
  EXPECT_TRUE(is_held_by_parse("He drank a bottle of water.", "bottle"));
  EXPECT_TRUE(is_held_by_parse("The dog and the man slept.", "dog"));
  EXPECT_TRUE(is_held_by_parse("He eats like a horse.", "horse"));
  EXPECT_TRUE(is_held_by_parse("He is a rat.", "rat"));
  EXPECT_TRUE(is_held_by_parse("The shark is a fish.", "shark"));
  EXPECT_TRUE(is_held_by_parse("They came by car.", "car"));
  EXPECT_TRUE(is_held_by_parse("He lost a left-hand shoe.", "shoe"));
}

TEST(NounPlaces, HeldByWords) {
  EXPECT_FALSE(is_held_by_words("The old car stopped.", "car", "truck"));
  // A phrase that WordNet has, and verbs that are used for cats alone.
  EXPECT_TRUE(is_held_by_words("He let the cat out of the bag.", "cat", "dog"));
  EXPECT_TRUE(is_held_by_words("The cat meowed.", "cat", "dog"));
  EXPECT_TRUE(is_held_by_words("The cat kittened.", "cat", "dog"));
  // Decided by WordNet's gloss of a necklace.
  EXPECT_TRUE(is_held_by_words("Her neck had a necklace.", "necklace", "bracelet"));
  // Named again, the other named too, or one is a kind of the other.
  EXPECT_TRUE(is_held_by_words("This car hit that car.", "car", "truck"));
  EXPECT_TRUE(is_held_by_words("The cat chased a dog.", "cat", "dog"));
  EXPECT_TRUE(is_held_by_words("The boat sank.", "boat", "canoe"));
}

// Each has others, which are nouns and never itself.
TEST(SisterNouns, AreOtherThings) {
  for (const auto& noun : nouns_with_sisters()) {
    EXPECT_TRUE(lexicon().has(noun, WordKind::kNoun)) << noun;
    EXPECT_TRUE(places().has_sure_sense(noun)) << noun;
    for (const auto& other : sister_nouns(noun)) {
      EXPECT_TRUE(lexicon().has(other, WordKind::kNoun)) << noun << " " << other;
      EXPECT_FALSE(is_a_kind_of(lexicon(), noun, other, WordKind::kNoun, 4))
          << noun << " " << other;
      EXPECT_FALSE(is_a_kind_of(lexicon(), other, noun, WordKind::kNoun, 4))
          << noun << " " << other;
    }
  }
  EXPECT_THAT(sister_nouns("car"), testing::ElementsAre("truck"));
  EXPECT_THAT(sister_nouns("justice"), testing::IsEmpty());
}

}  // namespace noun_place_test
}  // namespace sonde
