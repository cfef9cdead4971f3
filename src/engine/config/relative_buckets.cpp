#include "engine/config/relative_buckets.h"

#include <algorithm>
#include <bit>
#include <cmath>
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

float sinusoid_frequency(std::size_t i, std::size_t width) {
  const float share = static_cast<float>(2 * i) / static_cast<float>(width);
  return 1 / std::pow(10000.0F, share);
}

// In f32, as transformers computes it.
std::int64_t disentangled_row(std::int64_t distance, std::size_t span, std::size_t reach) {
  const auto end = static_cast<std::int64_t>(span), half = end / 2;
  const std::int64_t n = std::abs(distance);
  std::int64_t row = distance;
  if (reach > 0 && n > half) {
    const auto middle = static_cast<float>(half);
    const float share =
        std::log(static_cast<float>(n) / middle) / std::log(static_cast<float>(reach - 1) / middle);
    const auto further = static_cast<std::int64_t>(std::ceil(share * (middle - 1)));
    row = (distance > 0 ? 1 : -1) * (half + further);
  }
  return std::clamp<std::int64_t>(row + end, 0, 2 * end - 1);
}

}  // namespace sonde
