#pragma once

#include <memory>

#include "sonde/encoder.h"
#include "sonde/run.h"

namespace sonde {

// The encoder of a scorer, its vectors served from the run's store and kept there. The encoder as
// it is where the run has no store, where that is full, and where a vector may not be the text's
// alone.
std::unique_ptr<Encoder> keep_vectors(std::unique_ptr<Encoder> encoder, const RunPlan& plan);

}  // namespace sonde
