#pragma once

#include "sonde/run.h"

namespace sonde {

// "3/16". Errors: kUsage.
Share parse_share(std::string_view text);

// Parts that make up a run, in any order, and the run file to write.
struct MergePlan {
  std::vector<std::filesystem::path> parts;
  std::filesystem::path out;
  std::vector<std::string> datasets;  // as this machine names them; empty: as the parts did
  std::filesystem::path listing{};    // as of RunPlan
  bool mixed_processors = false;      // whether the parts' numerics may differ; then all are named
  bool replace = false;
  std::size_t threads = 0;
  Resources resources;
};

// Why the subjects of a part may be others in the next run, a line each; see Identity::doubt.
// Errors: kInput where it is no sound part.
std::vector<std::string> doubts_of_part(const std::filesystem::path& part);

// Whether the run file `out` holds the whole of the run that this is a part of. Errors: kInput as
// above; kUsage where it holds another one that may not be replaced.
bool is_merged(const std::filesystem::path& part, const std::filesystem::path& out, bool replace);

// Writes the run file that one machine would have written, with the same bytes. The data sets are
// read again; no model is, but by subjects that are fitted on a data set. Errors: kUsage where the
// parts don't make up one run, and as run().
RunSummary merge(const MergePlan& plan, Observer& observer);

}  // namespace sonde
