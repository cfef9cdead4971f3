// Items needed and differences that can be detected, with power 80%.
#pragma once

#include "statistics/resampling/paired_difference.h"

namespace sonde {

// How many standard errors a difference needs to be detected with power 80% by a one-sided test
// with error `alpha`: the one definition behind all numbers of items and detectable differences.
double detectable_errors(double alpha);
// About how many items are needed to detect the difference from `at`, if it and the spread of items
// stay as they are: one-sided, with error `alpha` and power 80%. Infinite if it is `at`.
double items_needed(const Paired& difference, double at, double alpha);
// The least distance that this many items would detect, in the same sense.
double detectable(const Paired& difference, double alpha);
double detectable(const Interval& interval, double alpha);  // from its 95% interval

}  // namespace sonde
