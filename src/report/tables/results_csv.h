#pragma once

#include <string>
#include <vector>

#include "sonde/run_file.h"

namespace sonde {

// A header and a line a result.
std::string results_csv(const std::vector<Result>& results);

// The results of a run, and whether its data set was measured but in part.
std::string results_csv(const RunFile& file);

}  // namespace sonde
