#pragma once

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// percent_agreement: the share of pairs of an item's ratings that are equal, a mean of items, and
// fleiss_kappa (Fleiss, 1971) from it, with chance from the categories' shares of all ratings. For
// items with two or more ratings, however many each has. `ratings` must outlive the result.
Measures fleiss(const Ratings& ratings);

}  // namespace sonde
