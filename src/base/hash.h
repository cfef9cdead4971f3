#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/random.h"

namespace sonde {

// A hash of bytes for tables in memory, of eight at a time. Where others choose the bytes, the
// seed should be something that they can't know.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0) {
  std::uint64_t hash = mix(seed + bytes.size());
  std::uint64_t some = 0;
  for (; bytes.size() > sizeof some; bytes.remove_prefix(sizeof some)) {
    std::memcpy(&some, bytes.data(), sizeof some);
    hash = mix(hash ^ some) + kRandomStep;
  }
  some = 0;
  if (!bytes.empty()) std::memcpy(&some, bytes.data(), bytes.size());
  return mix(hash ^ some);
}

}  // namespace sonde
