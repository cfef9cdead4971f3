#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/cpu_class.h"
#include "base/random.h"

namespace sonde {

// The 31-bit fixed-point probabilities, for Poisson(1), of at most 0, 1, 2, ... More than 12 has a
// probability of 6e-11, which 31 bits can't distinguish from 0.
inline constexpr std::size_t kLargestWeight = 12;
inline constexpr auto kPoissonSteps = [] {
  std::array<std::int32_t, kLargestWeight> steps{};
  double term = 0.36787944117144232160;  // exp(-1)
  double sum = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    sum += term;
    term /= static_cast<double>(k + 1);
    steps[k] = static_cast<std::int32_t>(sum * 0x1.0p31 + 0.5);
  }
  return steps;
}();

// Counts the first steps that the bits reach, without branches, by the sign of a difference.
template <std::size_t kSteps>
[[gnu::always_inline]] constexpr std::int32_t steps_reached(std::int32_t bits31) {
  std::int32_t weight = 0;
#pragma GCC unroll 12
  for (std::size_t k = 0; k < kSteps; ++k) weight -= (kPoissonSteps[k] - 1 - bits31) >> 31;
  return weight;
}

// A Poisson(1) number by inversion.
[[gnu::always_inline]] constexpr std::int32_t poisson(std::int32_t bits31) {
  return steps_reached<kLargestWeight>(bits31);
}

// A weight above 7 comes once in 98,000: then the few that were drawn with it are counted again.
inline constexpr std::size_t kCommonSteps = 7;

// The number of replicates that are drawn together.
inline constexpr std::size_t kLanes = 16;
using Keys = std::array<std::uint64_t, kLanes>;  // per replicate's stream

// One number per replicate. Not over-aligned: it would gain nothing, and GCC 12 misaligns such
// results of functions if they are discarded. `unroll 1` before a loop over lanes preserves the
// loop, which the compiler then carries out in vector registers. If unrolled first, GCC 12 leaves
// it scalar (7 times slower).
template <class T>
struct Lanes {
  std::array<T, kLanes> at{};

  [[gnu::always_inline]] inline Lanes& operator+=(const Lanes& other) {
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) at[lane] += other.at[lane];
    return *this;
  }
};
using Counts = Lanes<std::int32_t>;
using Sums = Lanes<double>;

// 31 random bits.
[[gnu::always_inline]] inline std::int32_t bits31_at(std::uint64_t replicate, std::uint64_t item) {
  return static_cast<std::int32_t>(upper31_at(replicate, item));
}

[[gnu::always_inline]] inline Counts bits31_of(const Keys& replicates, std::uint64_t item) {
  Counts bits;
#pragma GCC unroll 1
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    bits.at[lane] = bits31_at(replicates[lane], item);
  }
  return bits;
}

// The weights of an item in the replicates.
[[gnu::always_inline]] inline Counts draw(const Keys& replicates, std::uint64_t item) {
  Counts weights = bits31_of(replicates, item);
#pragma GCC unroll 1
  for (std::size_t lane = 0; lane < kLanes; ++lane) weights.at[lane] = poisson(weights.at[lane]);
  return weights;
}

// The same of several items.
template <class T>
[[gnu::always_inline]] inline void draw(const Keys& replicates,
                                        std::span<const std::uint64_t> items,
                                        std::span<Lanes<T>> weights) {
  Counts beyond;  // negative if a further step was reached
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Counts bits = bits31_of(replicates, items[i]);
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      weights[i].at[lane] = steps_reached<kCommonSteps>(bits.at[lane]);
      beyond.at[lane] |= kPoissonSteps[kCommonSteps] - 1 - bits.at[lane];
    }
  }
  if (*std::ranges::min_element(beyond.at) >= 0) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::ranges::copy(draw(replicates, items[i]).at, weights[i].at.begin());
  }
}

// The weights of all items in one replicate.
void draw_row(std::uint64_t replicate, std::span<const std::uint64_t> items,
              std::span<std::uint8_t> weights, CpuClass level = kernel_class());

}  // namespace sonde
