#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde {

// Characters by their Unicode properties, and case. All functions take UTF-8. A byte that is not
// part of a well-formed sequence counts as U+FFFD. Nothing depends on the locale.

// next_code_point() for a first byte that is not ASCII.
char32_t next_code_point_beyond_ascii(std::string_view text, std::size_t& at);

// The code point at text[at], which must exist. `at` moves past it.
inline char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first >= 0x80) return next_code_point_beyond_ascii(text, at);
  ++at;
  return first;
}

bool is_letter(char32_t c);   // general category L
bool is_capital(char32_t c);  // Uppercase, which title case is not
bool is_mark(char32_t c);     // M: accents on the character before
bool is_digit(char32_t c);    // Nd
bool is_space_beyond_ascii(char32_t c);
// White_Space
inline bool is_space(char32_t c) {
  return c < 0x80 ? c == U' ' || (c >= U'\t' && c <= U'\r') : is_space_beyond_ascii(c);
}

// Whether \w matches it in a pattern of Python's `re`: letters, characters with a numeric value,
// and the underscore, without marks.
bool is_word_character(char32_t c);

// Version of the tables used by these functions, for instance "15.0".
std::string unicode_version();

bool is_ascii(std::string_view text);

// Uses the full mapping of Unicode with its rule for the final sigma, like Python's str.lower().
std::string lower_case(std::string_view text);

// The columns that a terminal gives a text: two for what East Asian width calls wide, none for
// marks and what is not shown, else one a character.
std::size_t display_width(std::string_view text);

// Letters and their marks composed (normalisation form C).
std::string composed(std::string_view text);

}  // namespace sonde
