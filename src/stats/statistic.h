#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/cpu_class.h"
#include "sonde/stats.h"
#include "stats/poisson.h"

namespace sonde {

// A statistic of resampled items, in kLanes replicates side by side. It has
// room to compute in: one thread at a time.
class Statistic {
 public:
  virtual ~Statistic() = default;
  virtual Sums in(const Keys& replicates) = 0;
};

// Makes the statistic for a thread. What needs to be prepared once (ranks) is
// shared by all that it makes; the arguments must outlive them. All classes of
// processor give the same bits.
using MakeStatistic = std::function<std::unique_ptr<Statistic>()>;

MakeStatistic mean_statistic(std::span<const double> values, std::span<const std::uint64_t> keys,
                             CpuClass level = kernel_class());

// The weighted means of the columns (values: items x columns) in kLanes replicates, with the
// bits that mean_statistic gives each alone.
void column_means(const Keys& replicates, std::span<const std::uint64_t> keys,
                  Matrix<const double> values, std::span<Sums> means,
                  CpuClass level = kernel_class());

// x and y have no NaN. NaN in replicates where a side is constant.
MakeStatistic correlation_statistic(Correlation kind, std::span<const double> x,
                                    std::span<const double> y, std::span<const std::uint64_t> keys,
                                    CpuClass level = kernel_class());
MakeStatistic pearson_statistic(std::span<const double> x, std::span<const double> y,
                                std::span<const std::uint64_t> keys,
                                CpuClass level = kernel_class());
MakeStatistic spearman_statistic(std::span<const double> x, std::span<const double> y,
                                 std::span<const std::uint64_t> keys,
                                 CpuClass level = kernel_class());
MakeStatistic kendall_statistic(std::span<const double> x, std::span<const double> y,
                                std::span<const std::uint64_t> keys,
                                CpuClass level = kernel_class());

}  // namespace sonde
