#pragma once

#include "run/listed.h"

namespace sonde {

// Whether plan.out holds that part of that plan. Errors: kUsage if it holds something else that may
// not be replaced.
bool part_up_to_date(const RunPlan& plan, const Digest& digest, bool doubtful);

// From the lists of items to one part of a run: its own items are encoded, and scored.
RunSummary make_part(const RunPlan& plan, Listed listed, const Digest& digest, RunContext& context);

}  // namespace sonde
