#pragma once

#include "run/plan.h"

namespace sonde {

// A grid_range that names a run file becomes the ends of that run's thresholds, as a setting of
// the probe: results can then be summarised again without it. Errors: kUsage where it is no file,
// kInput where it is no run of the probe.
void resolve_grid_ends(Task& task);

// To be called when the probe is made. Errors: kInput where the data set has samples of an operator
// that the ends are not known of.
void check_grid_ends(const Task& task);

}  // namespace sonde
