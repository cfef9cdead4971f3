#pragma once

#include <string>
#include <string_view>

#include "sonde/comparison.h"

namespace sonde {

// What `sonde audit` prints of a run that has one data set of the probe `variants`: per subject the
// operating points, the kinds of variants, and the sentences that break the threshold for 5% false
// matches. format: text, md, tex or json. Errors: kUsage for another format; kInput if the run has
// no such data set.
std::string show_audit(const Overview& overview, std::string_view format);

}  // namespace sonde
