#pragma once

#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// The figures that the probe of a task requests, if their numbers exist.
std::vector<Figure> figures_of(const Overview& overview, const OverviewTask& task);

}  // namespace sonde
