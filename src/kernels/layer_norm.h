#pragma once

#include <cstddef>
#include <vector>

#include "base/cpu_class.h"

namespace sonde {

// Layer normalisation (Ba, Kiros & Hinton, 2016) of rows as long as `scale` and `shift`.
// A row has the same bits whatever rows stand beside it, on every processor.
struct LayerNorm {
  std::vector<float> scale, shift;
  float epsilon = 0;

  // Of `in`, or of `in` + `added`, which may be null. `out` may be neither.
  void run(const float* in, const float* added, std::size_t rows, float* out,
           CpuClass level = kernel_class()) const;
};

}  // namespace sonde
