// Facts about variants from weighted counts in bins. Bins are counted from 0 at the least.
#pragma once

#include <span>

#include "statistics/separation/separation.h"

namespace sonde {

using BinCounts = std::span<const double>;

struct BinMoments {
  double count;
  double mean;       // in bins, NaN if empty
  double deviation;  // the sample's (count - 1), in bins, NaN for a count up to 1
};
BinMoments moments(BinCounts counts);

}  // namespace sonde
