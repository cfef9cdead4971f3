#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokens/tokenizer.h"
#include "text/overlap.h"
#include "text/word_numbers.h"

namespace sonde {

// Turns texts into comparable numbers: ROUGE's words and a tokenizer's ids. It processes each text
// once, and each chunk between two spaces once. Chunks are the same for ROUGE and for
// bert-base-uncased's tokenizer, which splits at white space first and looks no further than a
// word.
class TextNumbers {
 public:
  TextNumbers(const Tokenizer& tokenizer, std::size_t threads)
      : tokenizer_(tokenizer), threads_(threads) {}

  // The places of texts, to be looked up. Errors: kInput for invalid UTF-8.
  std::vector<std::uint32_t> places(std::span<const std::string_view> texts);

  struct Numbers {
    Words words;
    Ngrams single, pairs, any;  // of words, and words of any script, in order of their numbers
    Words tokens;
  };
  Numbers at(std::uint32_t place) const;

  bool is_large() const;  // some hundred MiB: time to start over

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  struct Entry {  // for a text or for a chunk between two spaces
    Range words, any, tokens;
  };
  struct Chunk {
    std::vector<std::string> words, any;
    std::vector<std::int32_t> tokens;
  };

  void find_chunks(std::string_view text);
  void look_at_new_chunks();
  Chunk look_at(std::string_view text) const;
  void put_together(const Range& chunks);
  void count_ngrams(std::size_t first_text);

  const Tokenizer& tokenizer_;
  std::size_t threads_;
  WordNumbers texts_, chunks_, known_words_;
  std::vector<Entry> text_entries_, chunk_entries_;
  std::vector<std::uint32_t> words_, tokens_, chunk_words_, chunk_any_, chunk_tokens_;
  std::vector<std::uint64_t> single_, pairs_;  // same size as words_
  std::vector<std::uint64_t> any_;
  // For the current texts:
  std::vector<std::uint32_t> chunks_of_texts_;
  std::vector<std::string_view> new_chunks_;
};

}  // namespace sonde
