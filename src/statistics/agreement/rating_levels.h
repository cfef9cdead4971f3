#pragma once

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// The box plot of numbers. Quartiles by linear interpolation (numpy's default). NaN without any.
struct Box {
  double low, first_quartile, median, third_quartile, high;
};
Box box(std::span<const double> values);

// mean, median: of all ratings. It needs `ratings` no longer.
Measures rating_levels(const Ratings& ratings);
// mean_of_items, deviation_of_items: of the items' mean ratings, the deviation over n - 1. It needs
// `ratings` no longer.
Measures item_levels(const Ratings& ratings);
// deviation, deviation_population: the standard deviation of an item's ratings (over n - 1, over
// n), a mean of the items that have two or more. It needs `ratings` no longer.
Measures rating_deviations(const Ratings& ratings);

}  // namespace sonde
