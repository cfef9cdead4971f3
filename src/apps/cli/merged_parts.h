#pragma once

#include "apps/cli/command.h"
#include "run/tasks/merge.h"

namespace sonde {

// `sonde run --merge`.
void merge_parts(const MergePlan& plan, const Surroundings& surroundings);

}  // namespace sonde
