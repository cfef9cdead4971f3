#include "engine/kernels/tile_dense.h"
#if defined(__x86_64__)
#include "engine/kernels/amx_operations.h"
#include "engine/kernels/tile_blocks.h"
#endif

namespace sonde {

#if defined(__x86_64__)
std::unique_ptr<TileDense> make_amx_dense(const DenseWeights& weights, Precision precision,
                                          std::size_t threads) {
  return std::make_unique<tiles::DenseOnTiles<AmxOperations>>(weights, precision, threads);
}
#else
std::unique_ptr<TileDense> make_amx_dense(const DenseWeights& weights, Precision precision,
                                          std::size_t threads) {
  return make_emulated_dense(weights, precision, threads);
}
#endif

}  // namespace sonde
