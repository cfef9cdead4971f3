#pragma once

#include "run/values/values.h"
#include "sonde/run.h"

namespace sonde {

// All that a run is to do: equal digests, equal run files.
Digest plan_digest(const RunPlan& plan, const Listed& listed);

// The same, whatever the processors that its subjects are computed by.
Digest question_digest(const RunPlan& plan, const Listed& listed);

}  // namespace sonde
