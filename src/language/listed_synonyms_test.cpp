#include "language/listed_synonyms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/wordnet.h"
#include "language/sister_nouns.h"

namespace sonde {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

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

// WordNet, which others made, says of each pair that it has a sense in common.
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

// Each stands in one group, is a noun, and no two of a group are synonyms.
TEST(SisterNouns, AreOtherThings) {
  std::vector<std::string> all;
  for (const auto& group : noun_groups()) {
    EXPECT_GT(group.size(), 1U);
    for (const auto& noun : group) {
      EXPECT_TRUE(lexicon().has(noun, WordKind::kNoun)) << noun;
      EXPECT_EQ(std::ranges::count(all, noun), 0) << noun;
      all.push_back(noun);
      for (const auto& other : sister_nouns(noun)) {
        const auto senses = lexicon().senses_of(noun, WordKind::kNoun);
        EXPECT_EQ(std::ranges::count(senses.front(), other), 0) << noun << " " << other;
      }
    }
  }
  EXPECT_THAT(sister_nouns("car"), UnorderedElementsAre("truck", "van", "bus"));
  EXPECT_THAT(sister_nouns("justice"), IsEmpty());
}

}  // namespace
}  // namespace sonde
