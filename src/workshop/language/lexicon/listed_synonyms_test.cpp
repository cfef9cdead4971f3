#include "workshop/language/lexicon/listed_synonyms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"
#include "workshop/language/lexicon/concrete_adjectives.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace listed_synonyms_test {

using testing::IsEmpty;

const Lexicon& lexicon() {
  static const Lexicon kLexicon(kWordNetFolder);
  return kLexicon;
}

// "Bound" is a form of another word too, under which it is looked up.
bool share_a_sense(const std::string& word, const std::string& other, WordKind kind) {
  const auto has = [&](const std::string& one, const std::string& two) {
    const auto senses = lexicon().senses_of(one, kind);
    return std::ranges::any_of(
        senses, [&](const auto& sense) { return std::ranges::find(sense, two) != sense.end(); });
  };
  return has(word, other) || has(other, word);
}

// WordNet, which others made, lists a common sense for each pair.
TEST(ListedSynonyms, HaveASenseInCommon) {
  for (const auto& verb : words_with_listed_synonyms(WordKind::kVerb)) {
    EXPECT_THAT(listed_synonyms(verb), testing::Not(IsEmpty())) << verb;
    for (const auto& synonym : listed_synonyms(verb)) {
      EXPECT_TRUE(share_a_sense(verb, synonym.word, WordKind::kVerb)) << verb << synonym.word;
      EXPECT_NE(verb, synonym.word);
    }
  }
  for (const auto kind : {WordKind::kNoun, WordKind::kAdjective, WordKind::kAdverb}) {
    for (const auto& word : words_with_listed_synonyms(kind)) {
      const std::string synonym(listed_synonym(word, kind));
      EXPECT_TRUE(share_a_sense(word, synonym, kind)) << word << " " << synonym;
      EXPECT_NE(word, synonym);
    }
  }
}

TEST(ConcreteAdjectives, AreSynonymsAndOppositesForWordNet) {
  for (const auto& one : concrete_adjectives()) {
    EXPECT_FALSE(one.said_of.empty()) << one.word;
    if (!one.synonym.empty()) {
      EXPECT_TRUE(
          share_a_sense(std::string(one.word), std::string(one.synonym), WordKind::kAdjective))
          << one.word;
    }
    EXPECT_TRUE(one.opposite.empty() || are_opposites(lexicon(), one.word, one.opposite))
        << one.word;
  }
}

TEST(ListedSynonyms, OfWordsThatAreNotListed) {
  EXPECT_THAT(listed_synonyms("take"), IsEmpty());
  EXPECT_EQ(listed_synonym("truck", WordKind::kNoun), "");
  EXPECT_EQ(listed_synonym("lawyer", WordKind::kVerb), "");
  EXPECT_EQ(listed_synonym("lawyer", WordKind::kNoun), "attorney");
}

TEST(ListedSynonyms, SureAntonyms) {
  EXPECT_TRUE(has_sure_antonym("expensive"));
  for (const char* other : {"", "serious", "due", "expensiv"}) {
    EXPECT_FALSE(has_sure_antonym(other)) << other;
  }
}

TEST(ListedSynonyms, SuitFrames) {
  const ListedSynonym start{"start", "To"};
  EXPECT_TRUE(start.suits(VerbFrame::kInfinitive, false));
  EXPECT_FALSE(start.suits(VerbFrame::kObject, false));
  EXPECT_TRUE(start.suits(VerbFrame::kObject, true));
  EXPECT_FALSE(start.suits(VerbFrame::kAlone, true));
  const ListedSynonym anywhere{"cast", ""};
  EXPECT_TRUE(anywhere.suits(VerbFrame::kAlone, true));
  EXPECT_FALSE(anywhere.suits(VerbFrame::kAlone, false));
}

}  // namespace listed_synonyms_test
}  // namespace sonde
