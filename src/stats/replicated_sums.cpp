// Statistics that are made of weighted sums: means and Pearson's correlation.
// The sums of all replicates are one product of matrices, weights by values,
// whose weights are drawn where they are needed and never stored.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/correlation.h"
#include "stats/statistic.h"

namespace sonde {
namespace {

using ItemKeys = std::span<const std::uint64_t>;
using Values = std::span<const double>;

template <std::size_t kColumns>
using Row = std::array<double, kColumns>;

template <std::size_t kColumns>
struct WeightedSums {
  [[gnu::always_inline]] inline std::array<Sums, kColumns> operator()(
      const Keys& replicates, ItemKeys keys, std::span<const Row<kColumns>> rows) const {
    std::array<Sums, kColumns> sums{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Counts weights = draw(replicates, keys[i]);
      for (std::size_t column = 0; column < kColumns; ++column) {
#pragma GCC unroll 1
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          sums[column].at[lane] += weights.at[lane] * rows[i][column];
        }
      }
    }
    return sums;
  }
};

template <std::size_t kColumns>
std::array<Sums, kColumns> weighted_sums(const Keys& replicates, ItemKeys keys,
                                         std::span<const Row<kColumns>> rows, CpuClass level) {
  return run_at(level, WeightedSums<kColumns>{}, replicates, keys, rows);
}

class Mean final : public Statistic {
 public:
  Mean(std::shared_ptr<const std::vector<Row<2>>> rows, ItemKeys keys, CpuClass level)
      : rows_(std::move(rows)), keys_(keys), level_(level) {}

  Sums in(const Keys& replicates) override {
    const auto [counts, sums] = weighted_sums<2>(replicates, keys_, *rows_, level_);
    Sums means;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      means.at[lane] = sums.at[lane] / counts.at[lane];  // 0 / 0 is NaN
    }
    return means;
  }

 private:
  std::shared_ptr<const std::vector<Row<2>>> rows_;
  ItemKeys keys_;
  CpuClass level_;
};

// Moments about the means of all items, which are near the means of each
// replicate, so that little is cancelled.
std::vector<Row<6>> moment_rows(Values x, Values y) {
  const double n = static_cast<double>(x.size());
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double y_mean = std::accumulate(y.begin(), y.end(), 0.0) / n;
  std::vector<Row<6>> rows(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - x_mean, dy = y[i] - y_mean;
    rows[i] = {1, dx, dy, dx * dx, dy * dy, dx * dy};
  }
  return rows;
}

class Pearson final : public Statistic {
 public:
  Pearson(std::shared_ptr<const std::vector<Row<6>>> rows, Values x, Values y, ItemKeys keys,
          CpuClass level)
      : rows_(std::move(rows)), x_(x), y_(y), keys_(keys), weights_(keys.size()), level_(level) {}

  Sums in(const Keys& replicates) override {
    const auto sums = weighted_sums<6>(replicates, keys_, *rows_, level_);
    Sums result;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Row<6> moments;
      for (std::size_t k = 0; k < moments.size(); ++k) moments[k] = sums[k].at[lane];
      result.at[lane] = from_moments(moments, replicates[lane]);
    }
    return result;
  }

 private:
  double from_moments(const Row<6>& moments, std::uint64_t replicate) {
    const auto [n, x, y, xx, yy, xy] = moments;
    const double x_variance = xx - x * x / n, y_variance = yy - y * y / n;
    if (cancelled(x_variance, xx) || cancelled(y_variance, yy)) return in_full(replicate);
    const double r = (xy - x * y / n) / std::sqrt(x_variance * y_variance);
    return std::clamp(r, -1.0, 1.0);
  }

  // Whether a side may be constant or has lost an outlier: then the difference
  // has too few good digits. So too where squares overflow or vanish.
  static bool cancelled(double variance, double square) {
    return !(variance > 1e-3 * square && variance > 1e-140 && variance < 1e140);
  }

  double in_full(std::uint64_t replicate) {
    draw_row(replicate, keys_, weights_, level_);
    return weighted_pearson(x_, y_, weights_);
  }

  std::shared_ptr<const std::vector<Row<6>>> rows_;
  Values x_, y_;
  ItemKeys keys_;
  std::vector<std::uint8_t> weights_;
  CpuClass level_;
};

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
      draw(replicates, keys.subspan(first, count), weights);
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

MakeStatistic mean_statistic(Values values, ItemKeys keys, CpuClass level) {
  std::vector<Row<2>> rows(values.size());
  std::ranges::transform(values, rows.begin(), [](double value) { return Row<2>{1, value}; });
  return [keys, level, rows = std::make_shared<const std::vector<Row<2>>>(std::move(rows))] {
    return std::make_unique<Mean>(rows, keys, level);
  };
}

MakeStatistic pearson_statistic(Values x, Values y, ItemKeys keys, CpuClass level) {
  const auto rows = std::make_shared<const std::vector<Row<6>>>(moment_rows(x, y));
  return [=] { return std::make_unique<Pearson>(rows, x, y, keys, level); };
}

}  // namespace sonde
