#include "engine/tokens/sentence_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sonde/error.h"

namespace sonde {
namespace sentence_tokens_test {

constexpr std::size_t kVocabulary = 1000;

Tokenizer load(const std::string& model) {
  return Tokenizer::load(SONDE_SOURCE_DIR "/tests/golden/" + model + "/tokenizer.json");
}

SentenceTokenizer make(const SentenceFrame& frame, const std::string& model = "plain-bert") {
  return {load(model), frame, kVocabulary};
}

// The words of the tokens.
std::vector<std::string> words(const SentenceTokens& tokens,
                               const std::string& model = "plain-bert") {
  const auto tokenizer = load(model);
  std::vector<std::string> words;
  for (const auto id : tokens.ids) words.push_back(tokenizer.token_of(id));
  return words;
}

using Words = std::vector<std::string>;

TEST(SentenceTokens, ASentenceStandsBetweenItsSpecialTokens) {
  const auto tokens =
      make({.prompt = "", .mask_template = "", .max_tokens = 9})({"The dog sings."});
  EXPECT_EQ(words(tokens), (Words{"[CLS]", "the", "dog", "sings", ".", "[SEP]"}));
  EXPECT_EQ(tokens.total, 6U);
}

TEST(SentenceTokens, TruncationKeepsTheSpecialTokens) {
  const auto tokens =
      make({.prompt = "", .mask_template = "", .max_tokens = 4})({"the old man sees"});
  EXPECT_EQ(words(tokens), (Words{"[CLS]", "the", "old", "[SEP]"}));
  EXPECT_GT(tokens.total, 4U);
}

// The tokens left are the ids that are encoded.
TEST(SentenceTokens, SpelledOutTheyAreTheOnesThatAreEncoded) {
  for (const bool left : {false, true}) {
    for (const char* text_template : {"", "a {} means [MASK]."}) {
      SentenceFrame frame{.prompt = "", .mask_template = text_template, .max_tokens = 8};
      frame.cuts_left = left;
      const auto tokenizer = make(frame);
      for (const char* sentence : {"the dog", "the old man sees the dog and the cat and a bird"}) {
        const auto tokens = tokenizer({sentence});
        const auto spelled = tokenizer.spelled({sentence});
        EXPECT_EQ(spelled.size(), tokens.total);
        Words kept;
        for (const auto& token : spelled) {
          if (token.kept) kept.push_back(token.text);
        }
        EXPECT_EQ(kept, words(tokens)) << sentence << " in " << text_template;
        EXPECT_TRUE(spelled.front().special && spelled.back().special);
        EXPECT_FALSE(spelled[1].special);
      }
    }
  }
}

TEST(SentenceTokens, TheTemplateSurvivesTruncation) {
  const SentenceFrame frame{.prompt = "", .mask_template = "a {} means [MASK].", .max_tokens = 8};
  const auto tokens = make(frame)({"dog [MASK] cat bird"});
  EXPECT_EQ(words(tokens), (Words{"[CLS]", "a", "dog", "[MASK]", "means", "[MASK]", ".", "[SEP]"}));
  EXPECT_EQ(tokens.mask, 5U);
}

TEST(SentenceTokens, AMaskBeforeTheSentenceIsTheFirst) {
  const SentenceFrame frame{.prompt = "", .mask_template = "[MASK] means {}", .max_tokens = 20};
  EXPECT_EQ(make(frame)({"dog [MASK]"}).mask, 1U);
}

// Alone, the template's end would begin with a token more: \u2581 before the full stop.
TEST(SentenceTokens, TheTemplatesEndIsCountedWithinTheSentence) {
  const SentenceFrame frame{.prompt = "", .mask_template = "{}. It means [MASK]", .max_tokens = 9};
  const auto tokens = make(frame, "xlm-roberta")({"the old dog and the cat"});
  EXPECT_EQ(words(tokens, "xlm-roberta"),
            (Words{"<s>", "\u2581the", ".", "\u2581", "I", "t", "\u2581means", "<mask>", "</s>"}));
}

TEST(SentenceTokens, TheMaskHasTheTokenizersName) {
  const SentenceFrame frame{.prompt = "", .mask_template = "a {} means [MASK].", .max_tokens = 20};
  const auto tokens = make(frame, "roberta")({" dog [MASK] <mask>"});
  EXPECT_EQ(tokens.ids.at(tokens.mask), load("roberta").id_of("<mask>"));
  EXPECT_EQ(tokens.mask, tokens.ids.size() - 3);
}

TEST(SentenceTokens, ThePromptIsCounted) {
  EXPECT_EQ(make({.prompt = "query: ", .mask_template = "", .max_tokens = 9})({"a"}).prompt, 3U);
  EXPECT_EQ(make({.prompt = "", .mask_template = "", .max_tokens = 9})({"a"}).prompt, 0U);
}

TEST(SentenceTokens, ATemplateThatFillsTheLimitIsRefused) {
  const SentenceFrame frame{.prompt = "", .mask_template = "{} means [MASK].", .max_tokens = 5};
  EXPECT_THROW(make(frame), Error);
}

TEST(SentenceTokens, ATemplateWhoseFrontFillsTheLimitIsRefused) {
  const SentenceFrame frame{.prompt = "", .mask_template = "the old [MASK] {}", .max_tokens = 5};
  EXPECT_THROW(make(frame), Error);
}

}  // namespace sentence_tokens_test
}  // namespace sonde
