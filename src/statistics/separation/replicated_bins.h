#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "statistics/resampling/poisson.h"
#include "statistics/separation/binned_curve.h"
#include "statistics/separation/kernel_sum.h"
#include "statistics/separation/separation.h"
#include "statistics/separation/threshold_cells.h"

namespace sonde {

// The weighted counts of both kinds of variants in separate bins per kind, in kLanes replicates at
// once. Values are split between two bins in whole parts of a weight, so that sums are exact. Also
// in cells, which separate values that are close together. They must live as long.
class ReplicatedBins {
 public:
  struct Binned {
    Variants variants;
    Bins bins;
  };
  ReplicatedBins(const Binned& fuzzed, const Binned& negated, std::span<const std::uint64_t> keys,
                 const ThresholdCells& cells);

  void draw(const Keys& replicates, CpuClass level = kernel_class());
  void once_each();  // weight 1 in all

  // Counts in a replicate's lane, one per bin.
  void fuzzed(std::size_t lane, std::span<double> counts) const;
  void negated(std::size_t lane, std::span<double> counts) const;
  void in_cells(std::size_t lane, CellCounts& counts) const;

 private:
  struct Add;
  struct Kind {
    Binned of;
    std::span<const std::uint16_t> cells;  // per variant, or empty
    std::vector<Lanes<std::uint32_t>> parts;
    std::vector<Lanes<std::uint32_t>> in_cells;
  };

  void clear();
  void read(const Kind& kind, std::size_t lane, std::span<double> counts) const;

  Kind fuzzed_, negated_;
  std::span<const std::uint64_t> keys_;
  const ThresholdCells& cells_;
  std::uint32_t whole_;  // parts of a weight of 1
};

}  // namespace sonde
