#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

// The thresholds over which a criterion is averaged (Set-like compositionality, appendix A.5). Ends
// are finite and ascend or are equal, else kUsage.
class ThresholdGrid {
 public:
  // `count` (2 or more) even values, both ends in, as numpy.linspace gives them.
  static ThresholdGrid even(double low, double high, std::size_t count = 132);
  // The published code's grid: between any two neighbours of `ticks` (2 or more) even values, an
  // even grid of parts + 1 (2 or more). So inner ticks count twice.
  static ThresholdGrid published(double low, double high, std::size_t ticks, std::size_t parts);

  std::span<const double> values() const { return values_; }  // ascending

  // The share of the thresholds that the difference reaches (>=), in O(1) for even values. NaN for
  // NaN.
  double share(double difference) const;

 private:
  explicit ThresholdGrid(std::vector<double> values);
  std::size_t cell(double difference) const;

  std::vector<double> values_;
  double cells_a_unit_;
  std::vector<std::uint32_t> before_;  // per cell: how many values are in the cells before it
};

// Shares of the samples for which both, the first or the second of two conditions alone, or none is
// true, averaged over all pairs of thresholds. They add up to 1. Criteria C1 and C3: the conditions
// are that a sample's differences reach the thresholds. The average over pairs is the mean of
// F1(d1) F2(d2), F being share(). Lists of the same length, else kUsage. NaN if one has a NaN.
struct CaseShares {
  double both, first, second, neither;
};
CaseShares case_shares(std::span<const double> first, const ThresholdGrid& first_grid,
                       std::span<const double> second, const ThresholdGrid& second_grid);

}  // namespace sonde
