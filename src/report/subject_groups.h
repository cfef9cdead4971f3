#pragma once

#include <string>
#include <vector>

#include "sonde/run_file.h"

namespace sonde {

// The subjects in the order of tables: by group in order of first appearance, then as run.
std::vector<const SubjectFacts*> by_group(const RunFile& file);

bool has_groups(const RunFile& file);

// The mean of the defined values, rounded, and their number if some are undefined. "undefined" if
// all are.
std::string group_mean(const std::vector<const Result*>& members);

}  // namespace sonde
