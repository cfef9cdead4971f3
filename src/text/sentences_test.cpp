#include "text/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sonde/error.h"

namespace sonde {
namespace sentences_test {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> split(std::string_view text, const std::string& language = "en") {
  std::vector<std::string> sentences;
  SentenceSplitter(language).split(text, sentences);
  return sentences;
}

TEST(Sentences, EndWhereTheyEnd) {
  EXPECT_THAT(split("It rained. We stayed!  Why? Because."),
              ElementsAre("It rained.", "We stayed!", "Why?", "Because."));
  EXPECT_THAT(split("He said: \"It rained.\" Then (sadly) he left..."),
              ElementsAre("He said: \"It rained.\"", "Then (sadly) he left..."));
  EXPECT_THAT(split("no end at all"), ElementsAre("no end at all"));
  EXPECT_THAT(split(" \n\t "), IsEmpty());
  EXPECT_THAT(split(""), IsEmpty());
}

TEST(Sentences, AbbreviationsAndNumbersEndNone) {
  EXPECT_THAT(split("Mr. Smith paid $3.50. Dr. Jones and Mrs. Brown paid 4."),
              ElementsAre("Mr. Smith paid $3.50.", "Dr. Jones and Mrs. Brown paid 4."));
  EXPECT_THAT(split("See www.example.org for more. It is at 5 p.m. on Sunday."),
              ElementsAre("See www.example.org for more.", "It is at 5 p.m. on Sunday."));
}

TEST(Sentences, OfOtherLanguages) {
  EXPECT_THAT(split("Das kostet z.B. viel. Gut!", "de"),
              ElementsAre("Das kostet z.B. viel.", "Gut!"));
  EXPECT_THAT(
      split("\xe9\x9b\xa8\xe3\x81\xa0\xe3\x80\x82\xe9\xa2\xa8\xe3\x81\xa0\xe3\x80\x82", "ja"),
      ElementsAre("\xe9\x9b\xa8\xe3\x81\xa0\xe3\x80\x82", "\xe9\xa2\xa8\xe3\x81\xa0\xe3\x80\x82"));
  for (const char* language : {"", "no language", "e", "xx-\xff", "123"}) {
    EXPECT_THROW(SentenceSplitter{language}, Error) << language;
  }
}

TEST(Sentences, LineEndsAreSpaces) {
  EXPECT_THAT(split("The rain in\nSpain stays\r\n\tmainly there. Where?"),
              ElementsAre("The rain in Spain stays mainly there.", "Where?"));
  EXPECT_EQ(spaced_once("  a\xc2\xa0 b\xe2\x80\xa8"
                        "c "),
            "a b c");
}

TEST(Sentences, FurtherAbbreviations) {
  std::vector<std::string> sentences;
  const std::vector<std::string> abbreviations{"dhr."};
  SentenceSplitter("nl", abbreviations).split("Daar is dhr. Jansen. Dag!", sentences);
  EXPECT_THAT(sentences, ElementsAre("Daar is dhr. Jansen.", "Dag!"));
  EXPECT_THAT(split("Daar is dhr. Jansen. Dag!", "nl"),
              ElementsAre("Daar is dhr.", "Jansen.", "Dag!"));
}

// Nothing is lost and nothing added but white space.
TEST(Sentences, KeepAllThatIsNoSpace) {
  const std::string text = "A. b? C! \"D.\" e.g. F (g. H) i\xe2\x80\xa6 J \xf0\x9f\x98\x80. K;l";
  std::string joined;
  for (const auto& sentence : split(text)) joined += joined.empty() ? sentence : " " + sentence;
  EXPECT_EQ(joined, text);
}

}  // namespace sentences_test
}  // namespace sonde
