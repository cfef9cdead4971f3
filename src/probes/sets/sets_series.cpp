#include <algorithm>
#include <cmath>

#include "probes/sets/sets_criteria.h"
#include "statistics/measures/plane_projection.h"

namespace sonde {
namespace {

// Even bins from an end on. Values beyond them are in the first and the last.
struct Bins {
  std::string_view name;
  double low, width;
  std::size_t count;
};

constexpr std::array<Bins, 3> kPositions{{{"overlap_position", -1, .05, 60},
                                          {"difference_position", -1, .05, 60},
                                          {"union_position", -1, .05, 60}}};
// Without a sign, as published.
constexpr std::array<Bins, 3> kAngles{
    {{"overlap_angle", 0, .05, 60}, {"difference_angle", 0, .05, 60}, {"union_angle", 0, .05, 60}}};
constexpr Bins kRatios{"union_norm_ratio", .025, .05, 40};  // 1 is the middle of a bin
constexpr Bins kWithin{"difference_within", 0, .05, 41};

class Histogram {
 public:
  explicit Histogram(const Bins& bins) : bins_(bins), counts_(bins.count) {}

  void add(double value) {
    const double last = static_cast<double>(bins_.count - 1);
    const double bin = std::clamp(std::floor((value - bins_.low) / bins_.width), 0.0, last);
    ++counts_[static_cast<std::size_t>(bin)];
    ++all_;
  }

  // Shares, each at its bin's middle.
  Series series(const Frame& frame, const Table& table) const {
    Series series = empty(frame, table, bins_.low + bins_.width / 2);
    for (const double count : counts_) series.values.push_back(count / all_);
    return series;
  }

  // Shares of values below each bin's upper end, but for the last, which has none.
  Series sums(const Frame& frame, const Table& table) const {
    Series series = empty(frame, table, bins_.low + bins_.width);
    double below = 0;
    for (std::size_t i = 0; i + 1 < counts_.size(); ++i) {
      series.values.push_back((below += counts_[i]) / all_);
    }
    return series;
  }

 private:
  Series empty(const Frame& frame, const Table& table, double first) const {
    Series series;
    series.subject = table.subject;
    series.dataset = frame.dataset;
    series.name = bins_.name;
    series.first = first;
    series.step = bins_.width;
    return series;
  }

  const Bins& bins_;
  std::vector<double> counts_;
  double all_ = 0;
};

void add_series(const SetSamples& samples, const Table& table, SetOperator op,
                std::vector<Series>& all) {
  const Frame& frame = samples.frame();
  const auto which = static_cast<std::size_t>(op);
  Histogram positions(kPositions[which]), angles(kAngles[which]), ratios(kRatios), within(kWithin);
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (!samples.is(row, op)) continue;
    if (const auto found = placed(table.values[row])) {
      positions.add(found->position());
      angles.add(found->to_b() / found->between);
      within.add(found->to_a() / found->between);
    }
    const double ratio = table.values(row, kNormRatio);
    if (!std::isnan(ratio)) ratios.add(ratio);
  }
  all.push_back(positions.series(frame, table));
  all.push_back(angles.series(frame, table));
  if (op == SetOperator::kDifference) all.push_back(within.sums(frame, table));
  if (op == SetOperator::kUnion) all.push_back(ratios.series(frame, table));
}

}  // namespace

std::vector<Series> sets_series(const SetSamples& samples, std::span<const Table> tables) {
  std::vector<Series> all;
  for (const auto& table : tables) {
    if (!table.has_vectors) continue;
    for (const auto op : {SetOperator::kOverlap, SetOperator::kDifference, SetOperator::kUnion}) {
      if (samples.has(op)) add_series(samples, table, op, all);
    }
  }
  return all;
}

}  // namespace sonde
