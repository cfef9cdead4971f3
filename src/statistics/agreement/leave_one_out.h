#pragma once

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// Each annotator's Pearson correlation with the mean of the others' ratings, over the items that
// both rated.
struct AgainstOthers {
  std::size_t items = 0;
  double value;
  Interval interval;
};
std::vector<AgainstOthers> against_others(const Ratings& ratings,
                                          std::span<const std::uint64_t> item_keys,
                                          const Resampler& resampler);

// leave_one_out: the mean of all annotators of whom it is defined. It needs `ratings` no longer.
Measures leave_one_out(const Ratings& ratings);

}  // namespace sonde
