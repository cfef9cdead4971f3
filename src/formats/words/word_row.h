#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sonde {

// A row of a text file of word vectors: a word, then its numbers, between
// blanks (spaces and tabs).
struct WordRow {
  std::string_view word;     // may hold blanks: the numbers are counted from the line's end
  std::string_view numbers;  // `dimension` fields
};

// Nothing if fewer than `dimension` fields follow the word. It doesn't check that they are numbers.
std::optional<WordRow> split_word_row(std::string_view line, std::size_t dimension);

// Fills `out` from as many fields, rounded to the nearest float. Returns their error, or nothing:
// not a number, not finite, too few, too many.
std::optional<std::string> parse_floats(std::string_view text, std::span<float> out);

// How many fields at the line's end look like numbers, finite or not. The first field is the
// word's.
std::size_t count_trailing_numbers(std::string_view line);

}  // namespace sonde
