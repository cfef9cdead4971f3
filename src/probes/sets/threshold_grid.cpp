#include "probes/sets/threshold_grid.h"

#include <algorithm>
#include <cmath>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kCellsAValue = 4;

void check_grid(double low, double high, std::size_t count) {
  if (!std::isfinite(high - low) || low > high || count < 2) {
    throw usage_error("a grid needs two values or more, from a number to one not below it");
  }
}

// numpy.linspace, to the bit.
void append_even(double low, double high, std::size_t count, std::vector<double>& values) {
  const double step = (high - low) / static_cast<double>(count - 1);
  for (std::size_t i = 0; i + 1 < count; ++i) values.push_back(static_cast<double>(i) * step + low);
  values.push_back(high);
}

}  // namespace

ThresholdGrid ThresholdGrid::even(double low, double high, std::size_t count) {
  check_grid(low, high, count);
  std::vector<double> values;
  append_even(low, high, count, values);
  return ThresholdGrid(std::move(values));
}

ThresholdGrid ThresholdGrid::published(double low, double high, std::size_t ticks,
                                       std::size_t parts) {
  check_grid(low, high, std::min(ticks, parts + 1));
  std::vector<double> ends, values;
  append_even(low, high, ticks, ends);
  for (std::size_t i = 0; i + 1 < ticks; ++i) append_even(ends[i], ends[i + 1], parts + 1, values);
  return ThresholdGrid(std::move(values));
}

ThresholdGrid::ThresholdGrid(std::vector<double> values) : values_(std::move(values)) {
  std::ranges::sort(values_);  // rounding may have crossed some
  const std::size_t cells = kCellsAValue * values_.size();
  cells_a_unit_ = static_cast<double>(cells) / (values_.back() - values_.front());
  if (!std::isfinite(cells_a_unit_)) cells_a_unit_ = 0;  // one cell, for values that are the same
  before_.resize(cells + 1);
  for (const double value : values_) {
    for (std::size_t after = cell(value) + 1; after < before_.size(); ++after) ++before_[after];
  }
}

// The cell of a difference within the ends. A greater one is never in an earlier cell.
std::size_t ThresholdGrid::cell(double difference) const {
  const double at = (difference - values_.front()) * cells_a_unit_;
  return std::min(before_.size() - 1, static_cast<std::size_t>(at));
}

double ThresholdGrid::share(double difference) const {
  if (difference < values_.front()) return 0;
  if (difference >= values_.back()) return 1;
  if (std::isnan(difference)) return difference;
  std::size_t reached = before_[cell(difference)];
  while (values_[reached] <= difference) ++reached;  // the last is greater
  return static_cast<double>(reached) / static_cast<double>(values_.size());
}

CaseShares case_shares(std::span<const double> first, const ThresholdGrid& first_grid,
                       std::span<const double> second, const ThresholdGrid& second_grid) {
  if (first.size() != second.size()) throw usage_error("a sample needs both differences");
  CaseShares sums{};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double a = first_grid.share(first[i]), b = second_grid.share(second[i]);
    sums.both += a * b;
    sums.first += a * (1 - b);
    sums.second += (1 - a) * b;
    sums.neither += (1 - a) * (1 - b);
  }
  const double n = static_cast<double>(first.size());
  return {sums.both / n, sums.first / n, sums.second / n, sums.neither / n};
}

}  // namespace sonde
