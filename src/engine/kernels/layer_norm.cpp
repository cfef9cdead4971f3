#include "engine/kernels/layer_norm.h"

#include <array>
#include <cmath>

namespace sonde {
namespace {

constexpr std::size_t kSums = 64;  // side by side, so that none waits for another

template <class Term>
[[gnu::always_inline]] inline float sum(std::size_t size, const Term& term) {
  std::array<float, kSums> sums{};
  const std::size_t whole = size - size % kSums;
  for (std::size_t i = 0; i < whole; i += kSums) {
    for (std::size_t lane = 0; lane < kSums; ++lane) sums[lane] += term(i + lane);
  }
  for (std::size_t i = whole; i < size; ++i) sums[i - whole] += term(i);
  for (std::size_t half = kSums / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

struct Normalise {
  [[gnu::always_inline]] inline void operator()(const LayerNorm& norm, const float* in,
                                                const float* added, std::size_t rows,
                                                float* out) const {
    const std::size_t size = norm.scale.size();
    const float* const scale = norm.scale.data();
    const float* const shift = norm.shift.data();
    const float count = static_cast<float>(size);
    for (std::size_t row = 0; row < rows; ++row, in += size, out += size) {
      if (added == nullptr) {
        for (std::size_t i = 0; i < size; ++i) out[i] = in[i];
      } else {
        for (std::size_t i = 0; i < size; ++i) out[i] = in[i] + added[i];
        added += size;
      }
      const float mean =
          sum(size, [&](std::size_t i) __attribute__((always_inline)) { return out[i]; }) / count;
      const float spread = sum(size,
                               [&](std::size_t i) __attribute__((always_inline)) {
                                 return (out[i] - mean) * (out[i] - mean);
                               }) /
                           count;
      const float factor = 1 / std::sqrt(spread + norm.epsilon);
      for (std::size_t i = 0; i < size; ++i) {
        out[i] = (out[i] - mean) * factor * scale[i] + shift[i];
      }
    }
  }
};

}  // namespace

void LayerNorm::run(const float* in, const float* added, std::size_t rows, float* out,
                    CpuClass level) const {
  run_at(level, Normalise(), *this, in, added, rows, out);
}

}  // namespace sonde
