// Heavy: to be included by sources, not by headers.
#pragma once

#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// A matrix of verdicts per language: its rows, of each cell the items with the smallest margins,
// and the first lines of a report.
Json matrices_json(const Overview& overview);

}  // namespace sonde
