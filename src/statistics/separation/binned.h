// What weighted counts in bins say of variants. Bins are counted from 0 at the least.
#pragma once

#include <span>

#include "statistics/separation/separation.h"

namespace sonde {

using BinCounts = std::span<const double>;

struct BinMoments {
  double count;
  double mean;       // in bins; NaN where there is nothing
  double deviation;  // of the sample (count - 1), in bins; NaN for a count up to 1
};
BinMoments moments(BinCounts counts);

}  // namespace sonde
