#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "statistics/separation/separation.h"

namespace sonde {

// The cosines of both kinds in order, in cells: one per distinct value if they are at most kExact.
// If there are more, neighbours share a cell, at most a `most`th of all in each. A more frequent
// value has a separate cell, and so have the values `alone`.
class ThresholdCells {
 public:
  static constexpr std::size_t kExact = 8192;
  // Few enough for the counts of all cells to stay near the processor: with 4,096 a replicate of a
  // million variants takes three times as long.
  static constexpr std::size_t kMost = 512;

  ThresholdCells(const Variants& fuzzed, const Variants& negated, std::span<const double> alone,
                 std::size_t most = kMost);

  std::size_t size() const { return lowest_.size(); }
  double lowest(std::size_t cell) const { return lowest_[cell]; }
  double highest(std::size_t cell) const { return highest_[cell]; }
  // The first cell whose values are all at `cosine` or above.
  std::size_t from(double cosine) const;
  // The cell of one of the cosines.
  std::size_t of(double cosine) const {
    const auto slot = static_cast<std::size_t>((cosine - lowest_.front()) * slots_a_unit_);
    const double* const first = lowest_.data();
    return static_cast<std::size_t>(
        std::upper_bound(first + slots_[slot], first + slots_[slot + 1], cosine) - first - 1);
  }
  // The cell of each variant. Empty if there are so many that a look-up is faster than storage.
  std::span<const std::uint16_t> fuzzed() const { return fuzzed_; }
  std::span<const std::uint16_t> negated() const { return negated_; }

 private:
  void fill_slots();
  std::vector<std::uint16_t> cells_of(std::span<const double> cosines) const;

  std::vector<double> lowest_, highest_;
  double slots_a_unit_ = 0;
  std::vector<std::uint32_t> slots_;  // equal parts of the range: how many cells begin before each
  std::vector<std::uint16_t> fuzzed_, negated_;
};

// Weights in cells, from the lowest.
struct CellCounts {
  std::vector<std::uint32_t> fuzzed, negated;
};

// Separation's, from weights in cells: exact if a cell has one value. Others tie for the auc, a
// limit is placed as if the values were even in them, and a best cosine is the lowest.
double auc(const CellCounts& counts);
double best_threshold(const ThresholdCells& cells, const CellCounts& counts);
LimitThreshold limit_threshold(const ThresholdCells& cells, const CellCounts& counts,
                               double false_positive_rate);
// Errors of taking the cells from `cell` on for fuzzed ones. Their `cosine` isn't set.
BestThreshold errors_from(std::size_t cell, const CellCounts& counts);

}  // namespace sonde
