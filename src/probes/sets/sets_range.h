#pragma once

#include "sonde/probe.h"

namespace sonde {

// Chooses the filter, if neither card nor user does. See sets_filter.h. Also replaces a grid_range
// that names a run file by the ends of that run's thresholds, as the setting `grid_ends`: results
// can then be summarised again without it. Errors: kUsage if it isn't a file, kInput if it isn't a
// run of the probe, or has no samples of an operator that the data set has.
void settle_sets(Settling& settling);

// Ends of thresholds that span a run's subjects are computed again over those of all runs.
void join_sets(JointForm& form);

}  // namespace sonde
