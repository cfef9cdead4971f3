// Room: statistics/measures.
//
// Similarities of vectors, correlations, quantiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sonde {

// Similarities of two vectors of the same length (else kUsage), accumulated in double: the same
// bits on every processor and for either order of the two. The cosine of a zero vector is NaN. A
// NaN in a vector gives NaN.
double cosine(std::span<const float> a, std::span<const float> b);
double dot(std::span<const float> a, std::span<const float> b);
double negative_l1(std::span<const float> a, std::span<const float> b);
double negative_l2(std::span<const float> a, std::span<const float> b);
// The normalised squared Euclidean distance, 0.5 Var(a - b) / (Var(a) + Var(b)), negated: -1 to 0.
// NaN if both are constant.
double negative_ned(std::span<const float> a, std::span<const float> b);
// For vectors of `dimension` numbers, in which those not given are 0 in both.
double negative_ned(std::span<const float> a, std::span<const float> b, std::size_t dimension);

// Correlations of rows of the same length (else kUsage), in [-1, 1]. NaN if either side is
// constant, has a NaN, or n < 2.
double pearson(std::span<const double> x, std::span<const double> y);
double spearman(std::span<const double> x, std::span<const double> y);       // mid-ranks
double kendall_tau_b(std::span<const double> x, std::span<const double> y);  // O(n log n)

// The quantile of the values, with linear interpolation: numpy's default, to the bit. NaN for no
// values, or if one is NaN.
double quantile(std::span<const double> values, double share);

// A result's scale, which decides how differences are tested (docs/explanation/statistics.md).
enum class Scale : std::uint8_t {
  kMean,         // or any other number
  kShare,        // items that pass, each by itself
  kBounded,      // another share or probability, from 0 to 1
  kCorrelation,  // in [-1, 1]
  kOwn,          // the subject's scale: differences aren't tested
};

enum class Correlation { kPearson, kSpearman, kKendall };

}  // namespace sonde
