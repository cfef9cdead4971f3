#include "kernels/kernels.h"

#include "kernels/amx_dense.h"

namespace sonde {

Kernels own_kernels() {
  return {.attention = true,
          .norm = true,
          .products = AmxDense::supported() ? Products::kTiles : Products::kLibrary};
}

}  // namespace sonde
