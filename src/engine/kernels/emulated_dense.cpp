#include "engine/kernels/emulated_operations.h"
#include "engine/kernels/tile_blocks.h"

namespace sonde {

std::unique_ptr<TileDense> make_emulated_dense(const DenseWeights& weights, Precision precision,
                                               std::size_t threads) {
  return std::make_unique<tiles::DenseOnTiles<EmulatedOperations>>(weights, precision, threads);
}

}  // namespace sonde
