#pragma once

#include <cstddef>

#include "kernels/kernels.h"
#include "kernels/precision.h"

namespace sonde {

// How a graph is computed.
struct GraphOptions {
  Precision precision = Precision::kF32;
  Kernels kernels;
  std::size_t threads = 0;  // 0: all
  // Ids from the vocabulary's size on are tokens of the second type, where the model has types.
  bool second_type = false;
};

}  // namespace sonde
