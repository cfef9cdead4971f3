// Heavy: to be included by sources, not by headers.
#pragma once

#include <string>
#include <vector>

#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// Paired tests of the best subject of an audit with each other one, corrected for all pairs: as
// JSON, and a sentence each. None for one subject.
Json audit_tests_json(const Overview& overview, const OverviewTask& task);
std::vector<std::string> audit_test_lines(const Overview& overview, const OverviewTask& task);

}  // namespace sonde
