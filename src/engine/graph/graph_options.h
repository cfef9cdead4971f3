#pragma once

#include <cstddef>

#include "engine/kernels/kernels.h"
#include "engine/kernels/precision.h"

namespace sonde {

// How to treat matrices that are stored in 16 bits and that the library multiplies by.
enum class Memory {
  kFast,   // they are converted (the library stores that and its own arrangement)
  kLeast,  // they stay in the mapped file (its kernels for that are slower, and round otherwise)
};

// How a graph is computed.
struct GraphOptions {
  Precision precision = Precision::kF32;
  Kernels kernels;
  std::size_t threads = 0;  // 0: all
  // Ids from the vocabulary's size on are tokens of the second type, if the model has types.
  bool second_type = false;
  Memory memory = Memory::kFast;
};

}  // namespace sonde
