#include "workshop/labellers/sentence_phrase.h"

#include <gtest/gtest.h>

namespace sonde {
namespace sentence_phrase_test {

TEST(SentencePhrase, IsFoundWhateverItsCaseAndSpace) {
  const std::string sentence = "On Thursdays, the client\u2019s  dog\tbarks.";
  EXPECT_EQ(phrase_in(sentence, "THE client's dog"), "the client\u2019s dog");
  EXPECT_EQ(phrase_in(sentence, "the client 's dog ."), "the client\u2019s dog");
  EXPECT_EQ(phrase_in(sentence, "\"on thursdays,\""), "On Thursdays");
  EXPECT_EQ(phrase_in("Caf\u00e9 \u00c9cole", "caf\u00e9 \u00e9cole"), "Caf\u00e9 \u00c9cole");
}

TEST(SentencePhrase, IsOfWholeWords) {
  EXPECT_EQ(phrase_in("This is an island", "is"), "is");
  EXPECT_EQ(phrase_in("This island", "is"), std::nullopt);
  EXPECT_EQ(phrase_in("A cat scan", "cats can"), std::nullopt);
  EXPECT_EQ(phrase_in("nowhere", "now here"), std::nullopt);
}

TEST(SentencePhrase, WithoutALetterOrInAnotherSentenceThereIsNone) {
  for (const auto* phrase : {"", " ", "...", "the dog", "cat the"}) {
    EXPECT_EQ(phrase_in("The cat sat.", phrase), std::nullopt) << phrase;
  }
  EXPECT_EQ(phrase_in("", "a"), std::nullopt);
}

}  // namespace sentence_phrase_test
}  // namespace sonde
