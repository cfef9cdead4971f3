#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compare/joint_task.h"
#include "compare/subject_selection.h"
#include "sonde/comparison.h"
#include "sonde/probe.h"

namespace sonde {

// The other items' texts that a task's subjects find closest to the items with these keys. The
// outer list has an entry per chosen subject, empty if it has none.
std::vector<std::vector<OverviewOther>> closest_others(std::span<const NamedRun> runs,
                                                       const CommonTask& task, const Probe& probe,
                                                       std::span<const Chosen> chosen,
                                                       std::span<const std::uint64_t> keys);

}  // namespace sonde
