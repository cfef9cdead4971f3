// Means in replicates: their sums are one product of matrices, weights by values. The weights are
// drawn on demand and never stored.
#include <algorithm>
#include <array>

#include "statistics/resampling/replicated.h"

namespace sonde {
namespace {

// Weights of a few items at a time, so that they stay in the nearest cache while all columns
// pass by. Each column adds up its items in order.
struct ColumnSums {
  static constexpr std::size_t kItems = 64;
  static constexpr std::size_t kGroup = 4;  // columns whose sums stay at hand

  [[gnu::always_inline]] inline void operator()(const Keys& replicates, ItemKeys keys,
                                                Matrix<const double> values, Sums& counts,
                                                std::span<Sums> sums) const {
    alignas(64) std::array<Sums, kItems> weights;
    for (std::size_t first = 0; first < keys.size(); first += kItems) {
      const std::size_t count = std::min(kItems, keys.size() - first);
      draw(replicates, keys.subspan(first, count), std::span<Sums>(weights));
      for (std::size_t i = 0; i < count; ++i) counts += weights[i];
      std::size_t column = 0;
      for (; column + kGroup <= sums.size(); column += kGroup) {
        add<kGroup>({weights.data(), count}, values, first, column, sums);
      }
      for (; column < sums.size(); ++column) {
        add<1>({weights.data(), count}, values, first, column, sums);
      }
    }
  }

 private:
  template <std::size_t kColumns>
  [[gnu::always_inline]] static inline void add(std::span<const Sums> weights,
                                                Matrix<const double> values, std::size_t first,
                                                std::size_t column, std::span<Sums> sums) {
    std::array<Sums, kColumns> local;
    for (std::size_t k = 0; k < kColumns; ++k) local[k] = sums[column + k];
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double* row = &values(first + i, column);
      for (std::size_t k = 0; k < kColumns; ++k) {
#pragma GCC unroll 1
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          local[k].at[lane] += weights[i].at[lane] * row[k];
        }
      }
    }
    for (std::size_t k = 0; k < kColumns; ++k) sums[column + k] = local[k];
  }
};

}  // namespace

void column_means(const Keys& replicates, ItemKeys keys, Matrix<const double> values,
                  std::span<Sums> means, CpuClass level) {
  Sums counts;
  std::ranges::fill(means, Sums{});
  run_at(level, ColumnSums{}, replicates, keys, values, counts, means);
  for (auto& mean : means) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) mean.at[lane] /= counts.at[lane];
  }
}

}  // namespace sonde
