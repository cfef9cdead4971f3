#include "workshop/language/parse/linkage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link-grammar/link-includes.h>

#include "formats/testing/formats.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace linkage_test {

using testing::ElementsAre;
using testing::HasSubstr;

LinkParser& parser() {
  static const auto kParser = make_link_parser();
  return *kParser;
}

Linkage best(const std::string& sentence) {
  const auto linkages = parser().parse(sentence, 1);
  EXPECT_EQ(linkages.size(), 1U) << sentence;
  return linkages.empty() ? Linkage{} : linkages.front();
}

std::vector<std::string> verbs(const std::string& sentence) {
  const Linkage linkage = best(sentence);
  const auto clause = main_clause(linkage);
  std::vector<std::string> words;
  if (clause) {
    for (const auto at : clause->verbs) words.push_back(linkage.words[at].text);
  }
  return words;
}

TEST(LinkParser, WordsHaveTheirPlaces) {
  const Linkage linkage = best("It's  Café Noir.");
  ASSERT_EQ(linkage.words.size(), 7U);
  EXPECT_EQ(linkage.words[0].text, "");
  EXPECT_EQ(linkage.words[2].text, "'s");
  EXPECT_EQ(linkage.words[2].begin, 2U);
  EXPECT_EQ(linkage.words[2].end, 4U);
  EXPECT_EQ(linkage.words[3].text, "café");
  EXPECT_EQ(linkage.words[3].end, 11U);
}

// Statements about links in Link Grammar's own documentation.
TEST(LinkParser, LinksAreAsDocumented) {
  const Linkage linkage = best("The cat chased a snake.");
  const ParsedLink* subject = link_right(linkage, 2, "|S|");
  const ParsedLink* object = link_right(linkage, 3, "|O|");
  ASSERT_TRUE(subject && object);
  EXPECT_EQ(subject->right, 3U);
  EXPECT_EQ(object->right, 5U);
  EXPECT_EQ(linkage.words[3].subscript, "v-d");
}

TEST(LinkParser, WhatIsNoSentenceHasNone) {
  EXPECT_TRUE(parser().parse("Colorless green ideas the of sleep.", 4).empty());
  EXPECT_TRUE(parser().parse("", 4).empty());
  EXPECT_TRUE(parser().parse("He left.", 0).empty());
}

TEST(LinkParser, GivesNoMoreThanAskedFor) {
  EXPECT_EQ(parser().parse("He saw the man with the telescope.", 2).size(), 2U);
}

TEST(LinkParser, MayLeaveWordsOut) {
  const std::string sentence = "Stimulants make sleep difficult.";
  EXPECT_TRUE(parser().parse(sentence, 1).empty());
  const auto lenient = make_link_parser(kEnglishDictionary, {.most_null_words = 1});
  const auto linkages = lenient->parse(sentence, 1);
  ASSERT_EQ(linkages.size(), 1U);
  EXPECT_EQ(linkages.front().null_words, 1U);
  EXPECT_EQ(lenient->parse("He left.", 1).front().null_words, 0U);
}

TEST(LinkParser, FitToParse) {
  EXPECT_TRUE(is_fit_to_parse("He left."));
  EXPECT_FALSE(is_fit_to_parse(""));
  EXPECT_FALSE(is_fit_to_parse("a\nb"));
  EXPECT_FALSE(is_fit_to_parse("\xff"));
  std::string words = "a";
  for (int i = 1; i < 50; ++i) words += " a";
  EXPECT_TRUE(is_fit_to_parse(words));
  EXPECT_FALSE(is_fit_to_parse(words + " a"));
  EXPECT_FALSE(is_fit_to_parse(std::string(401, 'a')));
}

// An invalid dictionary also gives only an error.
TEST(LinkParser, NamesThePackageThatIsMissing) {
  const TemporaryFolder folder;
  const auto error = [&] {
    try {
      make_link_parser(folder.path().string());
    } catch (const Error& found) {
      EXPECT_EQ(found.kind(), ErrorKind::kOutside);
      return std::string(found.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(), HasSubstr("install Debian's package link-grammar-dictionaries-en"));
  folder.write("4.0.dict", "nonsense: (((");
  EXPECT_THAT(error(), HasSubstr("install Debian's package link-grammar-dictionaries-en"));
}

TEST(MainClause, FindsTheFiniteVerb) {
  EXPECT_THAT(verbs("The man who lives here likes tea."), ElementsAre("likes"));
  EXPECT_THAT(verbs("He has been waiting."), ElementsAre("has"));
  EXPECT_THAT(verbs("She smiled and went home."), ElementsAre("smiled", "went"));
  EXPECT_THAT(verbs("a mute appeal"), ElementsAre());
}

TEST(MainClause, ConjunctionsJoinedToEachOther) {
  // Link Grammar 5.12.5 does not find the last.
  const bool later = std::string_view(LINK_VERSION_STRING) == "5.12.5";
  const auto found = verbs(
      "the toughs and blades of the city hoot and bang their drums, drink arak, play dice, and "
      "dance");
  if (later) {
    EXPECT_THAT(found, ElementsAre("hoot", "bang"));
  } else {
    EXPECT_THAT(found, ElementsAre("hoot", "bang", "dance"));
  }
}

}  // namespace linkage_test
}  // namespace sonde
