#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/file_bytes.h"
#include "formats/words/word_form.h"

namespace sonde {

// The words of a file in its order, with the place of each one's numbers.
struct ScannedWords {
  std::string letters;                   // all words, concatenated
  std::vector<std::uint32_t> ends;       // ends in `letters`
  std::vector<std::uint64_t> numbers;    // bytes from the file's start
  std::uint64_t rows = 0;                // in the file, whatever became of them
  std::uint64_t unreadable = 0;          // left out: no word, or not UTF-8
  std::uint64_t of_other_languages = 0;  // left out: keys of other languages

  std::string_view word(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(letters).substr(begin, ends[i] - begin);
  }
};

// Reads the whole file once, on up to `threads` threads. It checks that each row has enough fields.
// The numbers themselves are checked when they are read. Errors: kInput with file:line for a short
// row, for fewer rows than the header announces (more are read all the same), and for a file
// without rows.
ScannedWords scan_words(const PlainFile& file, const WordForm& form, std::string_view language,
                        std::size_t threads);

// The place of a byte in a text file, for errors. Reads the file up to there.
std::uint64_t line_at(const PlainFile& file, std::uint64_t offset);

}  // namespace sonde
