#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sonde/run_file.h"

namespace sonde {

// What the probe `curves` finds in a language, over all subjects and data sets.
struct LanguageSpread {
  std::string language, probe;
  double mean = 0, deviation = 0;  // of the overlaps
  std::size_t values = 0;
};

// Only where there are two values at least.
std::vector<LanguageSpread> language_spreads(const RunFile& file,
                                             const std::vector<Result>& results);

}  // namespace sonde
