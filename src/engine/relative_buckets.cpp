#include "engine/relative_buckets.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace sonde {

// floor(2 log2(n / 8)) is the number of bits of n^2 / 64, less one.
std::int64_t relative_bucket(std::int64_t distance) {
  constexpr std::int64_t kHalf = kRelativeBuckets / 2;
  constexpr std::int64_t kExact = kHalf / 2;
  const std::int64_t side = distance > 0 ? kHalf : 0;
  const std::int64_t n = std::abs(distance);
  if (n < kExact) return side + n;
  const auto squared = static_cast<std::uint64_t>(n * n / (kExact * kExact));
  const auto further = static_cast<std::int64_t>(std::bit_width(squared)) - 1;
  return side + std::min<std::int64_t>(kHalf - 1, kExact + further);
}

}  // namespace sonde
