#include "engine/kernels/tile_dense.h"

#include "base/cpu.h"

namespace sonde {

bool has_tiles() { return cpu_class() == "amx_bf16"; }

std::unique_ptr<TileDense> make_tile_dense(Products products, const DenseWeights& weights,
                                           Precision precision, std::size_t threads) {
  return products == Products::kTiles ? make_amx_dense(weights, precision, threads)
                                      : make_emulated_dense(weights, precision, threads);
}

}  // namespace sonde
