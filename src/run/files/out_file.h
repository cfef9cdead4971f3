#pragma once

#include <string>
#include <vector>

#include "run/values/values.h"
#include "sonde/run.h"

namespace sonde {

// Why encoders, scorers and encoders of filters may be others in the next run, one line each with
// its name. See Identity::doubt.
std::vector<std::string> doubts_of(const Listed& listed);

// Whether plan.out holds the run of this plan. Never, if an encoder is doubtful. Errors: kUsage if
// it holds another one that may not be replaced.
bool up_to_date(const RunPlan& plan, const Digest& digest, bool doubtful);

}  // namespace sonde
