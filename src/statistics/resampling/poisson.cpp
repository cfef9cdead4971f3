#include "statistics/resampling/poisson.h"

namespace sonde {
namespace {

struct DrawRow {
  [[gnu::always_inline]] inline void operator()(std::uint64_t replicate,
                                                std::span<const std::uint64_t> items,
                                                std::span<std::uint8_t> weights) const {
    for (std::size_t i = 0; i < items.size(); ++i) {
      weights[i] = static_cast<std::uint8_t>(poisson(bits31_at(replicate, items[i])));
    }
  }
};

}  // namespace

void draw_row(std::uint64_t replicate, std::span<const std::uint64_t> items,
              std::span<std::uint8_t> weights, CpuClass level) {
  run_at(level, DrawRow{}, replicate, items, weights);
}

}  // namespace sonde
