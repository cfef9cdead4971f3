#pragma once

#include <string>

#include "sonde/comparison.h"
#include "sonde/result.h"
#include "statistics/resampling/paired_difference.h"

namespace sonde {

// The difference of two results of the same items, with the reason if it can't be tested.
struct PairedResults {
  Paired difference;
  std::string undefined;
};

PairedResults paired_results(const Result& first, const Result& second);

}  // namespace sonde
