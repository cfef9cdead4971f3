#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sonde/result.h"
#include "statistics/agreement/ratings.h"
#include "statistics/agreement/split_half.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

struct ShuffledMeans {
  // shuffled_ks: the statistic of Kolmogorov and Smirnov, the greatest distance of the
  // distributions of the items' means and of their means when each annotator's ratings are shuffled
  // among the items that the annotator rated. It is a mean over as many shuffles as there are
  // splits. Near 0: the ratings don't depend on the items.
  Measures distance;
  // shuffled_p: the p of that test for the middle one of the shuffles' distances.
  Measures test;
};

// `item_keys`: one per item. `annotator_keys`: one per annotator. The result doesn't use `ratings`.
ShuffledMeans shuffled_means(const Ratings& ratings, std::span<const std::uint64_t> item_keys,
                             std::span<const std::uint64_t> annotator_keys, const Splits& splits);

// Distributions of the items' means ("means"), and of shuffled ratings' ("shuffled_means", over all
// shuffles): shares of 25 bins from the lowest to the highest rating. Nothing if all ratings are
// the same.
std::vector<Series> mean_distributions(const Ratings& ratings,
                                       std::span<const std::uint64_t> item_keys,
                                       std::span<const std::uint64_t> annotator_keys,
                                       const Splits& splits);

}  // namespace sonde
