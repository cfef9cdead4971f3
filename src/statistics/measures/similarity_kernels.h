#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "base/cpu_class.h"

namespace sonde {

// Sums of terms over two vectors. Sixteen running sums, element i to sum
// i % 16, are then added in halves: an order of additions that belongs to the
// code and not to the width of the registers that carry it out.
inline constexpr std::size_t kSumLanes = 16;
using SumLanes = std::array<double, kSumLanes>;

[[gnu::always_inline]] inline double total(SumLanes& lanes) {
  for (std::size_t half = kSumLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

template <class Term>
struct SumOfTerms {
  [[gnu::always_inline]] inline double operator()(const float* a, const float* b,
                                                  std::size_t size) const {
    SumLanes lanes{};
    const std::size_t whole = size - size % kSumLanes;
    for (std::size_t i = 0; i < whole; i += kSumLanes) {
      for (std::size_t lane = 0; lane < kSumLanes; ++lane) {
        lanes[lane] += Term::of(a[i + lane], b[i + lane]);
      }
    }
    for (std::size_t i = whole; i < size; ++i) lanes[i - whole] += Term::of(a[i], b[i]);
    return total(lanes);
  }
};

// Exact: two floats have 48 significant bits between them.
struct Product {
  [[gnu::always_inline]] static double of(double a, double b) { return a * b; }
};
struct AbsoluteDifference {
  [[gnu::always_inline]] static double of(double a, double b) { return std::abs(a - b); }
};
struct SquaredDifference {
  [[gnu::always_inline]] static double of(double a, double b) { return (a - b) * (a - b); }
};

struct CosineParts {
  double ab, aa, bb;
};

// The three products of a cosine in one pass over the vectors.
struct CosineSums {
  [[gnu::always_inline]] inline CosineParts operator()(const float* a, const float* b,
                                                       std::size_t size) const {
    SumLanes ab{}, aa{}, bb{};
    const auto add = [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
      const double x = a[i], y = b[i];
      ab[lane] += x * y;
      aa[lane] += x * x;
      bb[lane] += y * y;
    };
    const std::size_t whole = size - size % kSumLanes;
    for (std::size_t i = 0; i < whole; i += kSumLanes) {
      for (std::size_t lane = 0; lane < kSumLanes; ++lane) add(i + lane, lane);
    }
    for (std::size_t i = whole; i < size; ++i) add(i, i - whole);
    return {total(ab), total(aa), total(bb)};
  }
};

// add(i, lane) of every element i.
template <class Add>
[[gnu::always_inline]] inline void in_lanes(std::size_t size, const Add& add) {
  const std::size_t whole = size - size % kSumLanes;
  for (std::size_t i = 0; i < whole; i += kSumLanes) {
    for (std::size_t lane = 0; lane < kSumLanes; ++lane) add(i + lane, lane);
  }
  for (std::size_t i = whole; i < size; ++i) add(i, i - whole);
}

struct SpreadParts {
  double a, b, difference;  // sums of squares about the means
};

// Uses two passes, so that means that are large relative to the spread cost no digits.
struct SpreadSums {
  std::size_t zeros = 0;  // further elements, 0 in both

  [[gnu::always_inline]] inline SpreadParts operator()(const float* a, const float* b,
                                                       std::size_t size) const {
    SumLanes a_sums{}, b_sums{}, aa{}, bb{}, dd{};
    in_lanes(size, [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
      a_sums[lane] += a[i];
      b_sums[lane] += b[i];
    });
    const double n = static_cast<double>(size + zeros), rest = static_cast<double>(zeros);
    const double a_mean = total(a_sums) / n, b_mean = total(b_sums) / n;
    const double difference = a_mean - b_mean;
    in_lanes(size, [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
      const double x = a[i] - a_mean, y = b[i] - b_mean;
      aa[lane] += x * x;
      bb[lane] += y * y;
      dd[lane] += (x - y) * (x - y);
    });
    return {total(aa) + rest * (a_mean * a_mean), total(bb) + rest * (b_mean * b_mean),
            total(dd) + rest * (difference * difference)};
  }
};

}  // namespace sonde
