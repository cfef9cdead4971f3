#include "workshop/language/lexicon/word_relations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"

namespace sonde {
namespace word_relations_test {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const Lexicon& lexicon() {
  static const Lexicon kLexicon(kWordNetFolder);
  return kLexicon;
}

TEST(WordRelations, Synonyms) {
  EXPECT_TRUE(are_synonyms(lexicon(), "doctors", "physician"));
  EXPECT_TRUE(are_synonyms(lexicon(), "car", "automobile"));
  EXPECT_FALSE(are_synonyms(lexicon(), "car", "tree"));
  EXPECT_FALSE(are_synonyms(lexicon(), "zxq", "zxq"));
}

TEST(WordRelations, Opposites) {
  EXPECT_TRUE(are_opposites(lexicon(), "found", "lost"));
  EXPECT_TRUE(are_opposites(lexicon(), "forbid", "allowed"));
  EXPECT_TRUE(are_opposites(lexicon(), "wet", "arid"));
  EXPECT_TRUE(are_opposites(lexicon(), "arid", "wet"));
  EXPECT_FALSE(are_opposites(lexicon(), "wet", "damp"));
  EXPECT_FALSE(are_opposites(lexicon(), "dog", "cat"));
}

TEST(WordRelations, Hypernyms) {
  EXPECT_TRUE(is_a_kind_of(lexicon(), "jets", "vehicle", WordKind::kNoun, 6));
  EXPECT_FALSE(is_a_kind_of(lexicon(), "vehicle", "jet", WordKind::kNoun, 6));
  EXPECT_TRUE(is_a_kind_of(lexicon(), "dog", "canine", WordKind::kNoun, 1));
  EXPECT_FALSE(is_a_kind_of(lexicon(), "dog", "animal", WordKind::kNoun, 0));
  EXPECT_FALSE(is_a_kind_of(lexicon(), "zxq", "animal", WordKind::kNoun, 9));
}

TEST(WordRelations, AntonymsOfTheWordItself) {
  EXPECT_THAT(antonyms_of(lexicon(), "expensive", WordKind::kAdjective), ElementsAre("cheap"));
  EXPECT_THAT(antonyms_of(lexicon(), "wives", WordKind::kNoun), ElementsAre("husband"));
  EXPECT_THAT(antonyms_of(lexicon(), "old", WordKind::kAdjective), Contains("new"));
  EXPECT_THAT(antonyms_of(lexicon(), "old", WordKind::kAdjective), Contains("young"));
  EXPECT_THAT(antonyms_of(lexicon(), "costly", WordKind::kAdjective), IsEmpty());  // only similar
  EXPECT_THAT(antonyms_of(lexicon(), "zxq", WordKind::kNoun), IsEmpty());
}

TEST(WordRelations, NearWords) {
  const WordSense big{"big", WordKind::kAdjective, 0};
  EXPECT_THAT(near_words_in(lexicon(), big), Contains("huge"));
  EXPECT_THAT(near_words_in(lexicon(), big), Not(Contains("big")));
  EXPECT_TRUE(are_near(lexicon(), "wet", "moist", WordKind::kAdjective));
  EXPECT_TRUE(are_near(lexicon(), "run", "ran", WordKind::kVerb));
  EXPECT_FALSE(are_near(lexicon(), "wet", "angry", WordKind::kAdjective));
  EXPECT_THAT(near_words_in(lexicon(), {"big", WordKind::kAdjective, 999}), IsEmpty());
}

TEST(WordRelations, AntonymsOfASense) {
  EXPECT_THAT(antonyms_in(lexicon(), {"wet", WordKind::kAdjective, 0}), ElementsAre("dry"));
  const WordSense moist{"moist", WordKind::kAdjective, 0};
  EXPECT_THAT(antonyms_in(lexicon(), moist), IsEmpty());
  EXPECT_THAT(wider_antonyms_in(lexicon(), moist), Contains("dry"));
}

}  // namespace word_relations_test
}  // namespace sonde
