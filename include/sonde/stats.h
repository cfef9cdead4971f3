// Room: statistics/measures.
//
// Similarities of vectors, correlations, quantiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sonde {

// Similarities of two vectors of the same length (else kUsage), accumulated in
// double: the same bits on every processor and for either order of the two. The
// cosine of a zero vector is NaN; a NaN in a vector gives NaN.
double cosine(std::span<const float> a, std::span<const float> b);
double dot(std::span<const float> a, std::span<const float> b);
double negative_l1(std::span<const float> a, std::span<const float> b);
double negative_l2(std::span<const float> a, std::span<const float> b);
// The normalised squared Euclidean distance, 0.5 Var(a - b) / (Var(a) + Var(b)), negated: -1 to 0.
// NaN where both are constant.
double negative_ned(std::span<const float> a, std::span<const float> b);
// Of vectors of so many numbers, of which those that are not given are 0 in both.
double negative_ned(std::span<const float> a, std::span<const float> b, std::size_t dimension);

// Correlations of rows of the same length (else kUsage), in [-1, 1]. NaN where
// either side is constant, has a NaN, or n < 2.
double pearson(std::span<const double> x, std::span<const double> y);
double spearman(std::span<const double> x, std::span<const double> y);       // mid-ranks
double kendall_tau_b(std::span<const double> x, std::span<const double> y);  // O(n log n)

// The quantile of the values, with linear interpolation: numpy's default, to the bit. NaN for no
// values, or where one is NaN.
double quantile(std::span<const double> values, double share);

// A result's scale, which decides how differences are tested (docs/explanation/statistics.md).
enum class Scale : std::uint8_t {
  kMean,         // or any other number
  kShare,        // of items that pass, each by itself
  kBounded,      // another share or probability, from 0 to 1
  kCorrelation,  // in [-1, 1]
  kOwn,          // of the subject's own: differences aren't tested
};

enum class Correlation { kPearson, kSpearman, kKendall };

}  // namespace sonde
