#pragma once

#include <string>

#include "base/cpu_class.h"
#include "kernels/amx_dense.h"

namespace sonde {

// The kernels of sonde's own that compute a model on such a processor, each with its revision
// there: "attention 1, norm 1, tiles 1". A part of Identity::numerics.
std::string kernels_in_force(CpuClass level, Products products);

}  // namespace sonde
