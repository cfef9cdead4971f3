#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokens/tokenizer.h"

namespace sonde {

// The text around every sentence, and the way it is cut.
struct SentenceFrame {
  std::string prompt;         // precedes the sentence
  std::string mask_template;  // holds {} for the sentence, and one [MASK] (empty: none)
  std::size_t max_tokens = 0;
  std::string mask_token{};  // the tokenizer's name for [MASK] (empty: the usual name that it has)
  std::optional<bool> cuts_left{};  // at the start of the sentence (none: tokenizer.json's default)
  std::optional<std::string> second_prompt{};  // the second side's, if it differs

  const std::string& prompt_of(bool second) const {
    return second && second_prompt ? *second_prompt : prompt;
  }
};

// A sentence of the first or second side of a comparison.
struct SidedSentence {
  std::string_view text;
  bool second = false;
};

struct SentenceTokens {
  std::vector<std::int32_t> ids;  // at most max_tokens
  std::size_t total = 0;          // before truncation
  std::size_t unknown = 0;        // in `ids`
  std::size_t mask = 0;           // place of the template's [MASK], ids.size() if it was cut off
  std::size_t prompt = 0;         // tokens from the start to the end of the prompt, 0 without one
};

// A token of a sentence, to be shown.
struct SpelledToken {
  std::string text;  // in the vocabulary
  bool special = false;
  bool kept = true;
};

// Sentences to token ids. Long ones lose tokens from the end of the sentence, or from its start
// with the prompt. The special tokens at both ends, and the template's text there, stay. Safe from
// several threads.
class SentenceTokenizer {
 public:
  // Errors: kUsage for a template without {} or [MASK], that fills max_tokens, or whose tokenizer
  // has no such token, kInput if the tokenizer has ids that the model has no row for.
  SentenceTokenizer(Tokenizer tokenizer, const SentenceFrame& frame, std::size_t vocabulary);

  // Errors: kInput for invalid UTF-8.
  SentenceTokens operator()(const SidedSentence& sentence) const;
  // All tokens, those that are cut off too.
  std::vector<SpelledToken> spelled(const SidedSentence& sentence) const;

 private:
  void count_special_tokens();
  std::size_t count_prompt(const std::string& prompt) const;
  void read_template();
  void find_mask_token();
  // `text`: a sentence with its prompt.
  std::string prompted(const SidedSentence& sentence) const;
  std::string in_template(const std::string& text) const;
  // How many tokens stay before those that are cut off.
  std::size_t kept_before_cut(const std::string& text) const;
  void cut(SentenceTokens& tokens, const std::string& text) const;
  std::size_t kept_at_start(const std::string& text) const;
  std::size_t kept_at_end(const std::string& text) const;
  void check(const SentenceTokens& tokens) const;
  void find_mask(SentenceTokens& tokens) const;

  Tokenizer tokenizer_;
  SentenceFrame frame_;
  std::size_t vocabulary_;
  std::size_t before_ = 0;                      // special tokens before a sentence
  std::size_t after_ = 0;                       // and after it
  std::array<std::size_t, 2> prompt_tokens_{};  // per side
  std::int32_t mask_id_ = -1;
  bool mask_is_last_ = false;  // whether [MASK] follows the sentence in the template
};

}  // namespace sonde
