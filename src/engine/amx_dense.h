#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sonde {

struct FreeAligned {
  void operator()(std::uint8_t* bytes) const;
};
using AlignedBytes = std::unique_ptr<std::uint8_t[], FreeAligned>;

// A dense layer in f32 on AMX's tiles, which multiply bf16 and add in f32: each number is cut into
// the three of bf16 that it is the sum of, and of their nine products those six are computed that
// an f32 could tell. As exact as products of f32, and faster (Henry, Tang & Heinecke, 2019:
// Leveraging the bfloat16 artificial intelligence datatype for higher-precision computations).
// A row has the same bits whatever rows stand beside it.
class AmxDense {
 public:
  // Whether processor and system have it.
  static bool supported();

  // Matrix: outputs x inputs, prepared on up to `threads` threads. With `gelu` the outputs are
  // x * Phi(x) of the sums.
  AmxDense(std::span<const float> matrix, std::vector<float> bias, bool gelu, std::size_t threads);

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }

  // In: rows x inputs. Out: rows x outputs. Safe from several threads.
  void run(const float* in, std::size_t rows, float* out) const;

 private:
  std::size_t steps() const { return (inputs_ + 31) / 32; }
  std::size_t panels() const { return (outputs_ + 31) / 32; }

  // 16 outputs, a half of a panel.
  void pack_outputs(std::span<const float> matrix, std::size_t half);

  std::size_t outputs_;
  std::size_t inputs_;
  bool gelu_;
  std::size_t parts_ = 0;    // of bf16 that a weight has
  std::vector<float> bias_;  // zeros to whole panels
  AlignedBytes weights_;     // [panel of 32 outputs][step of 32 inputs][part][half]: tiles
};

// What multiplies matrices: OpenVINO, in its inference precision, or AmxDense, in f32.
enum class Products : std::uint8_t { kLibrary, kTiles };

}  // namespace sonde
