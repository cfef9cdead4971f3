// Heavy: to be included by sources, not by headers.
#pragma once

#include <string>
#include <string_view>

#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// A task of the probe `search`: how often right passages are first, and where they rank, among near
// misses of each kind and among other passages, a column per subject. Then the paired tests.
// `run_file`: the file that the overview is of.
std::string show_search(const OverviewTask& task, const Overview& overview,
                        const std::string& run_file, std::string_view format);
Json search_json(const OverviewTask& task, const Overview& overview, const std::string& run_file);

}  // namespace sonde
