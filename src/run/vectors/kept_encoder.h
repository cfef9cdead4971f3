#pragma once

#include <memory>

#include "sonde/encoder.h"
#include "sonde/run.h"

namespace sonde {

// The encoder of a scorer, its vectors served from the run's store and stored there. The encoder as
// it is if the run has no store, if that is full, and if a vector may depend on more than its text.
std::unique_ptr<Encoder> keep_vectors(std::unique_ptr<Encoder> encoder, const RunPlan& plan);

}  // namespace sonde
