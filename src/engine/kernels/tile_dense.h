// Dense layers on AMX's tiles. They bring: with the library's in their place, encoding by MiniLM
// takes 1.78 times as long in f32 and 1.65 times in bf16 (./dev bench encode/kernels).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/kernels/activation.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/precision.h"

namespace sonde {

// A dense layer on tiles, which multiply bf16 and add in f32. In bf16 it rounds its inputs. In f32
// each number is cut into the three of bf16 that it is the sum of, and of their nine products those
// six are computed that affect an f32: as exact as products of f32, and faster (Henry, Tang &
// Heinecke, 2019: Leveraging the bfloat16 artificial intelligence datatype for higher-precision
// computations). That applies to numbers between 1e-30 and 3e38. Larger or infinite ones give NaN.
// A row has the same bits with any other rows. Safe from several threads.
class TileDense {
 public:
  virtual ~TileDense() = default;

  virtual std::size_t outputs() const = 0;
  // In: rows x inputs. Out: rows x outputs.
  virtual void run(const float* in, std::size_t rows, float* out) const = 0;
  // Out: down(activation(this(in))). Intermediate results stay in the caches. `down` is on the same
  // tiles in the same precision.
  virtual void feed_forward(Activation activation, const TileDense& down, const float* in,
                            std::size_t rows, float* out) const = 0;
};

struct DenseWeights {
  std::span<const float> matrix;  // outputs x inputs
  std::span<const float> bias;    // outputs
};

// Prepared on up to `threads` threads. Products: kTiles, if the processor has AMX, or
// kEmulatedTiles, which gives the same bits but for GELU's last ones.
std::unique_ptr<TileDense> make_tile_dense(Products products, const DenseWeights& weights,
                                           Precision precision, std::size_t threads);

// Whether processor and system have AMX.
bool has_tiles();

// The makers of the two kinds. make_tile_dense chooses.
std::unique_ptr<TileDense> make_amx_dense(const DenseWeights& weights, Precision precision,
                                          std::size_t threads);
std::unique_ptr<TileDense> make_emulated_dense(const DenseWeights& weights, Precision precision,
                                               std::size_t threads);

}  // namespace sonde
