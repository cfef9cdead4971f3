// Heavy: to be included by sources, not by headers.
#pragma once

#include <string>
#include <string_view>

#include "report/json_parts.h"
#include "sonde/compare.h"
#include "sonde/comparison.h"

namespace sonde {

// Whether its results are of queries whose passages are ranked.
bool ranks_passages(const OverviewTask& task);

// Prints of such a task how often right passages are first, and where they rank, among near misses
// of each kind and among other passages, a column per subject. Then gives the paired tests. `run`:
// the one that the overview is of.
std::string show_search(const OverviewTask& task, const Overview& overview, const NamedRun& run,
                        std::string_view format);
Json search_json(const OverviewTask& task, const Overview& overview, const NamedRun& run);

}  // namespace sonde
