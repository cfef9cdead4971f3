#pragma once

#include <string>

#include "base/cpu_class.h"
#include "engine/kernels/kernels.h"

namespace sonde {

// sonde's kernels that compute a model on such a processor, each with its revision there:
// "attention 1, norm 1, tiles 1". "no own kernels" without any. A part of Identity::numerics.
std::string kernels_in_force(CpuClass level, const Kernels& kernels);

}  // namespace sonde
