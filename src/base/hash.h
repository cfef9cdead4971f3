#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/random.h"

namespace sonde {

// Up to eight bytes as a number, the first as its lowest. Uses loads of known sizes, which cost
// less than a copy whose size is not known.
inline std::uint64_t number_of(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  };
  const std::size_t size = bytes.size();
  if (size < sizeof(std::uint32_t)) {
    return size == 0 ? 0 : byte(0) | byte(size / 2) | byte(size - 1);
  }
  std::uint32_t low = 0, high = 0;
  const std::size_t overlap = size - sizeof high;
  std::memcpy(&low, bytes.data(), sizeof low);
  std::memcpy(&high, bytes.data() + overlap, sizeof high);
  return low | std::uint64_t{high} << (8 * overlap);
}

// A hash of bytes for tables in memory, eight at a time. If others choose the bytes, use a seed
// that they can't predict.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0) {
  std::uint64_t hash = mix(seed + bytes.size());
  std::uint64_t some = 0;
  for (; bytes.size() > sizeof some; bytes.remove_prefix(sizeof some)) {
    std::memcpy(&some, bytes.data(), sizeof some);
    hash = mix(hash ^ some) + kRandomStep;
  }
  return mix(hash ^ number_of(bytes));
}

}  // namespace sonde
