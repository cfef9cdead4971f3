#include "formats/arrays/packed_signs.h"

#include <cmath>

namespace sonde {

bool unpack_signs(std::span<const float> bytes, const std::string& encoding,
                  std::span<float> signs) {
  const float least = encoding == "binary" ? -128 : 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const float byte = bytes[i] - least;
    if (!(byte >= 0 && byte <= 255) || byte != std::floor(byte)) return false;
    const auto bits = static_cast<unsigned>(byte);
    for (std::size_t bit = 0; bit < kSignsOfByte; ++bit) {
      const bool positive = (bits >> (kSignsOfByte - 1 - bit) & 1U) != 0;
      signs[i * kSignsOfByte + bit] = positive ? 1.0F : -1.0F;
    }
  }
  return true;
}

}  // namespace sonde
