// Shared by the fuzz targets of word vectors.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/memory_file_fuzz.h"
#include "formats/words/word_vectors.h"
#include "sonde/error.h"

namespace sonde {

// Every word that a file has is found at its place, and its numbers are finite or an error.
inline void read_all_words(const std::string& path, const std::string& form) {
  try {
    const WordVectors vectors(path, {.form = form, .threads = 1});
    std::vector<float> numbers(vectors.dimension());
    if (vectors.has_subwords("a\xc3\xa4!")) vectors.read_subwords("a\xc3\xa4!", numbers);
    for (std::uint32_t i = 0; i < vectors.counts().words; ++i) {
      if (vectors.find(vectors.word(i)) != i) std::abort();
      try {
        vectors.read(i, numbers);
      } catch (const Error&) {
        continue;
      }
      for (const float number : numbers) {
        if (!std::isfinite(number)) std::abort();
      }
    }
  } catch (const Error&) {
  }
}

}  // namespace sonde
