#pragma once

#include <cstdint>
#include <vector>

#include "run/listed.h"
#include "run/working_files.h"

namespace sonde {

// The third stage: of tasks whose probe has a filter, the items that pass.
struct Filtered {
  std::vector<ListedTask> tasks;
  std::vector<ListedEncoder> encoders;
  std::vector<ScorerSubject> scorers;
  std::vector<DerivedSubject> derived;
  std::uint64_t encoded = 0;  // texts, to filter
};

Filtered filter_items(Listed listed, WorkingFiles& files, RunContext& context);

}  // namespace sonde
