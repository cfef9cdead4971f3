#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sonde {

inline constexpr std::size_t kSignsOfByte = 8;

// Vectors reduced to their signs, eight in a byte, the first in its highest bit:
// `ubinary` has bytes from 0 to 255, `binary` those minus 128 (sentence-transformers' names).
inline bool is_packed(const std::string& encoding) {
  return encoding == "binary" || encoding == "ubinary";
}

// 1 for a positive number and -1 for others: `signs` has eight places for each byte. False if a
// number is not a whole one in the encoding's range.
bool unpack_signs(std::span<const float> bytes, const std::string& encoding,
                  std::span<float> signs);

}  // namespace sonde
