#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sonde/resampling.h"

namespace sonde {

// The 95% interval of a statistic of `items` items that is biased or skewed: bias-corrected and
// accelerated percentiles of its replicates (Efron, 1987: BCa) between the tails that Student's
// distribution leaves out. NaN if more than half of the replicates are undefined (NaN), and for
// fewer than kFewestItems.
Interval accelerated_interval(std::vector<double> replicates, double value, double acceleration,
                              std::size_t items);

// How fast its error changes with it, by its values without each part of the items (Efron, 1987,
// section 6). Undefined ones don't count.
double acceleration(std::span<const double> without);

}  // namespace sonde
