#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/cpu_class.h"
#include "sonde/matrix.h"
#include "sonde/stats.h"
#include "statistics/resampling/poisson.h"

namespace sonde {

// Statistics of resampled items, in kLanes replicates side by side. All classes of processor give
// the same bits.

using ItemKeys = std::span<const std::uint64_t>;

// The weighted means of the columns (values: items x columns).
void column_means(const Keys& replicates, ItemKeys keys, Matrix<const double> values,
                  std::span<Sums> means, CpuClass level = kernel_class());

// Has room to compute in: one thread at a time.
class ReplicatedCorrelations {
 public:
  virtual ~ReplicatedCorrelations() = default;
  // One of each kind.
  virtual void in(const Keys& replicates, std::span<Sums> correlations) = 0;
};

// Makes them for a thread. Shared preparations (ranks) are made once for all of them. The arguments
// must outlive them.
using MakeCorrelations = std::function<std::unique_ptr<ReplicatedCorrelations>()>;

// x and y have no NaN. NaN in replicates in which a side is constant.
MakeCorrelations replicated_correlations(std::span<const Correlation> kinds,
                                         std::span<const double> x, std::span<const double> y,
                                         ItemKeys keys, CpuClass level = kernel_class());

}  // namespace sonde
