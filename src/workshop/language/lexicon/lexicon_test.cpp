#include "workshop/language/lexicon/lexicon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace lexicon_test {

using testing::HasSubstr;
using testing::Optional;

const Lexicon& lexicon() {
  static const Lexicon kLexicon(kWordNetFolder);
  return kLexicon;
}

TEST(Lexicon, BaseForms) {
  EXPECT_EQ(lexicon().base_of("cities", WordKind::kNoun), "city");
  EXPECT_EQ(lexicon().base_of("mice", WordKind::kNoun), "mouse");
  EXPECT_EQ(lexicon().base_of("women", WordKind::kNoun), "woman");
  EXPECT_EQ(lexicon().base_of("gave", WordKind::kVerb), "give");
  EXPECT_EQ(lexicon().base_of("supplies", WordKind::kVerb), "supply");
  EXPECT_EQ(lexicon().base_of("taller", WordKind::kAdjective), "tall");
  EXPECT_EQ(lexicon().base_of("zxqs", WordKind::kNoun), "zxqs");
}

TEST(Lexicon, CategoriesOfTheMostFrequentSense) {
  EXPECT_THAT(lexicon().category("weeks", WordKind::kNoun), Optional(Category::kNounTime));
  EXPECT_THAT(lexicon().category("library", WordKind::kNoun), Optional(Category::kNounArtifact));
  EXPECT_THAT(lexicon().category("teacher", WordKind::kNoun), Optional(Category::kNounPerson));
  EXPECT_THAT(lexicon().category("flew", WordKind::kVerb), Optional(Category::kVerbMotion));
  EXPECT_THAT(lexicon().category("rained", WordKind::kVerb), Optional(Category::kVerbWeather));
  EXPECT_EQ(lexicon().category("the", WordKind::kNoun), std::nullopt);
}

TEST(Lexicon, NamesWhatIsMissingOrDamaged) {
  const TemporaryFolder folder;
  const auto error = [&](ErrorKind kind) {
    try {
      Lexicon{folder.path()};
    } catch (const Error& found) {
      EXPECT_EQ(found.kind(), kind);
      return std::string(found.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(ErrorKind::kOutside), HasSubstr("install Debian's package wordnet-base"));
  folder.write("data.noun", "00000008 03 n 01 dog 0 000 | a dog\n");
  folder.write("index.noun", "dog n 1 0 1 0 00000009\n");
  EXPECT_THAT(error(ErrorKind::kInput),
              HasSubstr("index.noun:1: names a sense that data.noun lacks"));
}

TEST(Lexicon, IrregularForms) {
  EXPECT_TRUE(lexicon().has_irregular_form("child", WordKind::kNoun));
  EXPECT_FALSE(lexicon().has_irregular_form("truck", WordKind::kNoun));
  EXPECT_FALSE(lexicon().has_irregular_form("zxq", WordKind::kNoun));
}

TEST(Lexicon, PlainWords) {
  EXPECT_TRUE(is_plain_word("ox"));
  for (const char* other : {"", "a", "ice_cream", "x-ray", "Paris", "42nd"}) {
    EXPECT_FALSE(is_plain_word(other)) << other;
  }
}

TEST(Lexicon, CommonWords) {
  EXPECT_TRUE(lexicon().is_common("car", WordKind::kNoun));
  EXPECT_FALSE(lexicon().is_common("samisen", WordKind::kNoun));
}

}  // namespace lexicon_test
}  // namespace sonde
