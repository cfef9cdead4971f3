#pragma once

#include <string>
#include <vector>

#include "sonde/result.h"

namespace sonde {

// A header and a line a result.
std::string results_csv(const std::vector<Result>& results);

}  // namespace sonde
