#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "compare/joint_task.h"
#include "compare/subject_selection.h"

namespace sonde {

// Items of one result that a subject of the base defines and one of the run leaves undefined, and
// the reverse. Such an item is left out for both, so that neither's value shows it.
struct Unanswered {
  std::size_t by_run = 0;
  std::size_t by_base = 0;
  std::size_t of = 0;  // items that the base defines
};

// Counts by slice and name of the result, over the items in common. `chosen`: the base's subject
// and the run's.
std::map<std::pair<std::string, std::string>, Unanswered> unanswered(std::span<const NamedRun> runs,
                                                                     const CommonTask& task,
                                                                     std::span<const Chosen> chosen,
                                                                     const Resampler& resampler,
                                                                     bool slices);

}  // namespace sonde
