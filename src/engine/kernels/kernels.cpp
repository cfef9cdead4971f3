#include "engine/kernels/kernels.h"

#include "engine/kernels/tile_dense.h"

namespace sonde {

Kernels own_kernels() {
  return {.attention = true,
          .norm = true,
          .products = has_tiles() ? Products::kTiles : Products::kLibrary};
}

}  // namespace sonde
