#pragma once

#include "statistics/separation/separation.h"

namespace sonde {

// Errors: kUsage, as in separation().
void check(const Variants& fuzzed, const Variants& negated, const SeparationOptions& options);

}  // namespace sonde
