#pragma once

#include <string>
#include <vector>

#include "sonde/report.h"
#include "sonde/run_file.h"

namespace sonde {

// docs/reference/output.md describes them. Their "schema" changes when they do.
std::string results_json(const RunFile& file, const std::vector<Result>& results,
                         const ShowOptions& options);
std::string means_json(const std::vector<MeanOverDatasets>& means);
std::string description_json(const std::vector<Result>& results);
std::string subjects_json(const RunFile& file);

}  // namespace sonde
