#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/tokenizer.h"

namespace sonde {

// Turns texts into numbers of words that can be compared: ROUGE's words and a tokenizer's ids.
// What stands between two spaces is looked at once, which is the same for ROUGE, and for
// tokenizers that split at white space first and look no further than a word (BERT's).
class TextNumbers {
 public:
  explicit TextNumbers(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

  // Appends. Numbers of words hold until forget(). Errors: kInput for invalid UTF-8.
  void number(std::string_view text, std::vector<std::uint32_t>& words,
              std::vector<std::uint32_t>& tokens);

  // Frees the memory where it is much.
  void forget();

 private:
  struct Chunk {
    std::size_t word, words;    // in words_
    std::size_t token, tokens;  // in tokens_
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  template <class Value>
  using Dictionary = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  const Chunk& chunk(std::string_view text);
  Chunk look_at(std::string_view text);

  const Tokenizer& tokenizer_;
  Dictionary<Chunk> chunks_;
  Dictionary<std::uint32_t> numbers_;  // of ROUGE's words
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> tokens_;
};

}  // namespace sonde
