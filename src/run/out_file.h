#pragma once

#include <span>
#include <string>
#include <vector>

#include "run/listed.h"
#include "sonde/run.h"

namespace sonde {

// Why the encoders may be others in the next run, a line each with its name; see Identity::doubt.
std::vector<std::string> doubts_of(std::span<const ListedEncoder> encoders);

// Whether plan.out holds the run of this plan; never, where an encoder is doubtful. Errors: kUsage
// where it holds another one that may not be replaced.
bool up_to_date(const RunPlan& plan, const Digest& digest, bool doubtful);

}  // namespace sonde
