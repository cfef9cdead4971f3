#pragma once

#include "sonde/run.h"

namespace sonde {

// "3/16". Errors: kUsage.
Share parse_share(std::string_view text);

// Parts that make up a run, in any order, and the run file to write.
struct MergePlan {
  std::vector<std::filesystem::path> parts;
  std::filesystem::path out;
  std::vector<std::string> datasets;  // this machine's names (empty: as in the parts)
  std::filesystem::path listing{};    // see RunPlan
  bool mixed_processors = false;      // whether the parts' numerics may differ (all are then named)
  bool replace = false;
  std::size_t threads = 0;
  Resources resources;
};

// Why the subjects of a part may be others in the next run, one line each. See Identity::doubt.
// Errors: kInput if it is not a sound part.
std::vector<std::string> doubts_of_part(const std::filesystem::path& part);

// Whether the run file `out` holds the whole of the run that this is a part of. Errors: kInput as
// above, kUsage if it holds another one that may not be replaced.
bool is_merged(const std::filesystem::path& part, const std::filesystem::path& out, bool replace);

// Writes the run file that one machine would have written, with the same bytes. The data sets are
// read again. Models aren't, except by subjects that are fitted on a data set. Errors: kUsage if
// the parts don't make up one run, and as run().
RunSummary merge(const MergePlan& plan, Observer& observer);

}  // namespace sonde
