#pragma once

#include "sonde/probe.h"

namespace sonde {

// Decides who filters, where neither card nor user says; see sets_filter.h. And a grid_range that
// names a run file becomes the ends of that run's thresholds, as the setting `grid_ends`: results
// can then be summarised again without it. Errors: kUsage where it is no file; kInput where it is
// no run of the probe, or one without samples of an operator that the data set has.
void settle_sets(Settling& settling);

// Ends of thresholds that span a run's subjects are found anew over those of all runs.
void join_sets(JointForm& form);

}  // namespace sonde
