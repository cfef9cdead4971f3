#include "text/word_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdio>
#include <memory>
#include <sstream>

namespace sonde {
namespace word_runs_test {

using testing::ElementsAre;
using testing::IsEmpty;
using Words = std::vector<std::string_view>;

Words words_of(std::string_view text) {
  Words words;
  split_words(text, words);
  return words;
}

TEST(Words, SplitsAtPunctuationAndSpaces) {
  EXPECT_THAT(words_of("A dog (brown) sleeps; it's 3,000.50 m.  "),
              ElementsAre("A", "dog", "brown", "sleeps", "it's", "3,000.50", "m"));
  EXPECT_THAT(words_of("snake_case U.S. a.b 3.x x.3 1,2,"),
              ElementsAre("snake_case", "U", "S", "a", "b", "3", "x", "x", "3", "1,2"));
  EXPECT_THAT(words_of(""), IsEmpty());
  EXPECT_THAT(words_of(" .,'-! \xe2\x80\x99 "), IsEmpty());
}

TEST(Words, KeepsInnerApostrophesAndHyphensOnly) {
  EXPECT_THAT(words_of("'don't' well-known rock-'n'-roll -x- a--b the dogs' o'clock"),
              ElementsAre("don't", "well-known", "rock", "n", "roll", "x", "a", "b", "the", "dogs",
                          "o'clock"));
  EXPECT_THAT(words_of("don\u2019t co\u2010op"), ElementsAre("don\u2019t", "co\u2010op"));
}

TEST(Words, KnowsOtherScripts) {
  EXPECT_THAT(
      words_of("\u0438 \u041d\u0430\u0441\u0442\u0430\u0441\u044c\u044f, cafe\u0301! "
               "\u0939\u093f\u0928\u094d\u0926\u0940\u0964 \u732b\u3002\u72ac"),
      ElementsAre("\u0438", "\u041d\u0430\u0441\u0442\u0430\u0441\u044c\u044f", "cafe\u0301",
                  "\u0939\u093f\u0928\u094d\u0926\u0940", "\u732b", "\u72ac"));
  EXPECT_THAT(words_of("\u0301 a \u0301b"), ElementsAre("a", "b"));
}

TEST(Words, SplitsAtSpacesOfAllKinds) {
  Words words;
  split_at_spaces(" ``a''\t.\u00a0b\u3000", words);
  EXPECT_THAT(words, ElementsAre("``a''", ".", "b"));
}

TEST(Words, WordsAreViewsInOrderWhateverTheBytes) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const char* last = text.data();
    for (const auto word : words_of(text)) {
      RC_ASSERT(!word.empty());
      RC_ASSERT(word.data() >= last);
      last = word.data() + word.size();
      RC_ASSERT(words_of(word) == Words{word});
    }
    RC_ASSERT(last <= text.data() + text.size());
  }));
}

TEST(Unicode, LowersAsPythonDoes) {
  EXPECT_EQ(lower_case("ABC xyz \u00c4\u0130 \u039f\u0394\u039f\u03a3."),
            "abc xyz \u00e4i\u0307 \u03bf\u03b4\u03bf\u03c2.");
  EXPECT_EQ(composed("cafe\u0301"), "caf\u00e9");
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
    text += static_cast<char>(c);
  }
  return text;
}

std::string from_hex(const std::string& hex) {
  std::string text;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return text;
}

// Against Python's re and str.lower, for every character in Python's tables.
TEST(Unicode, WordCharactersAndCaseAreThoseOfPython) {
  std::istringstream told(output_of(
      "'" SONDE_VENV_PYTHON
      "' -c \"\n"
      "import re, unicodedata\n"
      "for i in range(0x110000):\n"
      "  c = chr(i)\n"
      "  if unicodedata.category(c) in ('Cn', 'Cs'): continue\n"
      "  print(c.encode().hex(), int(bool(re.match(r'\\w', c))), c.lower().encode().hex())\n\""));
  std::size_t count = 0;
  std::string hex, lowered;
  for (int is_word = 0; told >> hex >> is_word >> lowered; ++count) {
    const std::string text = from_hex(hex);
    std::size_t at = 0;
    ASSERT_EQ(is_word_character(next_code_point(text, at)), is_word == 1) << hex;
    ASSERT_EQ(at, text.size()) << hex;
    ASSERT_EQ(lower_case(text), from_hex(lowered)) << hex;
  }
  EXPECT_GT(count, 250000U);
}

}  // namespace word_runs_test
}  // namespace sonde
