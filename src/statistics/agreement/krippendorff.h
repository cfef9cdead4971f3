#pragma once

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// Krippendorff's alpha (Content Analysis, 2004, chapter 11): 1 less the observed over the expected
// disagreement among the ratings of items that have two or more. `ratings` must outlive what comes
// back.
//
// alpha_nominal, alpha_ordinal, alpha_interval.
Measures krippendorff(const Ratings& ratings);
// alpha_ratio, for ratings none of which is below 0. A replicate takes the square of the distinct
// values, so that many of them have no intervals.
Measures krippendorff_ratio(const Ratings& ratings);

}  // namespace sonde
