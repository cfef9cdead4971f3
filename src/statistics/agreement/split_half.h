#pragma once

#include <cstdint>
#include <span>

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// Random halves of the annotators: of an odd number the first has one fewer. A split is a function
// of seed, its number and the annotators' keys, whatever their order.
struct Splits {
  std::uint64_t seed = 1;
  std::size_t count = 100;
};

// 2 r / (1 + r): the reliability of twice as many raters (Spearman and Brown, 1910). NaN for -1.
double spearman_brown(double r);

// The correlation that a perfect predictor has with the ratings: the square root of their
// reliability (Spearman, 1904). A negative one has none, but as the end of an interval 0.
double noise_ceiling(double reliability);
double noise_ceiling_end(double reliability);

// split_half: Pearson's correlation of the two halves' means, a mean over the splits in which it is
// defined. spearman_brown: the same, stepped up. noise_ceiling: its square root, the greatest
// correlation with the mean ratings to expect of anything. For items that both halves rated.
// `keys`: one per annotator. The result doesn't use `ratings`.
Measures split_halves(const Ratings& ratings, std::span<const std::uint64_t> keys,
                      const Splits& splits);

// kappa_halves, _linear, _quadratic: Cohen's kappa of the halves' means, rounded up to whole
// numbers. kappa_halves_published: the linear one with 0 if a half has no rating, stepped up like a
// correlation, as published for STS3k (docs/reference/agreement.md). All need ratings that are
// whole.
Measures half_kappas(const Ratings& ratings, std::span<const std::uint64_t> keys,
                     const Splits& splits);

}  // namespace sonde
