#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/activation.h"
#include "kernels/precision.h"

namespace sonde {

struct FreeAligned {
  void operator()(std::uint8_t* bytes) const;
};
using AlignedBytes = std::unique_ptr<std::uint8_t[], FreeAligned>;

// A dense layer on AMX's tiles, which multiply bf16 and add in f32. In bf16 it rounds what it
// multiplies. In f32 each number is cut into the three of bf16 that it is the sum of, and of their
// nine products those six are computed that an f32 could tell: as exact as products of f32, and
// faster (Henry, Tang & Heinecke, 2019: Leveraging the bfloat16 artificial intelligence datatype
// for higher-precision computations). That holds for numbers between 1e-30 and 3e38; what is
// larger, or infinite, gives NaN. A row has the same bits whatever rows stand beside it. Safe from
// several threads.
class AmxDense {
 public:
  // Whether processor and system have it.
  static bool supported();

  // Matrix: outputs x inputs, prepared on up to `threads` threads.
  AmxDense(std::span<const float> matrix, std::vector<float> bias, Precision precision,
           std::size_t threads);

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }

  // In: rows x inputs. Out: rows x outputs.
  void run(const float* in, std::size_t rows, float* out) const;

  // Out: narrow(activation(wide(in))). What is between them stays in the caches. Both are of one
  // precision.
  static void feed_forward(const AmxDense& wide, Activation activation, const AmxDense& narrow,
                           const float* in, std::size_t rows, float* out);

 private:
  template <std::size_t kRowParts>
  friend class AmxBlocks;

  std::size_t steps() const { return (inputs_ + 31) / 32; }
  std::size_t panels() const { return (outputs_ + 31) / 32; }

  // Some steps of 32 outputs' weights.
  struct Panel {
    const std::uint8_t* tiles;
    std::size_t parts, steps;
  };
  Panel panel(std::size_t panel, std::size_t step, std::size_t steps) const;
  const std::uint8_t* tiles(std::size_t panel, std::size_t step) const;

  // 16 outputs, a half of a panel.
  void pack_outputs(std::span<const float> matrix, std::size_t half);

  std::size_t outputs_;
  std::size_t inputs_;
  Precision precision_;
  std::size_t parts_ = 0;    // of bf16 that a weight has
  std::vector<float> bias_;  // zeros to whole panels
  AlignedBytes weights_;     // [panel of 32 outputs][step of 32 inputs][part][half]: tiles
};

}  // namespace sonde
