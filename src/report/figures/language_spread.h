#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sonde/report.h"
#include "sonde/run_file.h"

namespace sonde {

// A result in a language, over all subjects and data sets.
struct LanguageSpread {
  std::string language, probe, result;
  double mean = 0, deviation = 0;
  std::size_t values = 0;
};

// Spreads of the results that the options name for a kind of probe. Only if there are two values at
// least.
std::vector<LanguageSpread> language_spreads(const RunFile& file,
                                             const std::vector<Result>& results,
                                             const ShowOptions& options);

}  // namespace sonde
