#include "compare/moves.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sonde {
namespace {

struct Moved {
  std::uint32_t item;
  double before, after;
  double by() const { return after - before; }
};

std::vector<Moved> defined_in_both(const Scores& before, const Scores& after) {
  std::vector<Moved> moved;
  for (std::uint32_t item = 0; item < before.values.size(); ++item) {
    const Moved one{item, before.values[item], after.values[item]};
    if (!std::isnan(one.by())) moved.push_back(one);
  }
  return moved;
}

// The first few by how far they moved up (or, with sign -1, down); equals as in the data set.
std::vector<Moved> most_moved(std::vector<Moved> moved, std::size_t most, double sign) {
  std::erase_if(moved, [&](const Moved& one) { return sign * one.by() <= 0; });
  std::ranges::stable_sort(moved, std::greater{},
                           [&](const Moved& one) { return sign * one.by(); });
  moved.resize(std::min(most, moved.size()));
  return moved;
}

}  // namespace

Moves find_moves(const Probe& probe, const Frame& frame, const Table& first, const Table& second,
                 std::size_t most, std::vector<std::uint64_t>& keys) {
  const Scores before = probe.scores(frame, first);
  const Scores after = probe.scores(frame, second);
  const auto moved = defined_in_both(before, after);
  Moves moves;
  moves.score = before.name;
  moves.passes = !std::isnan(before.passes_above);
  for (const auto& one : moved) {
    const bool passed = one.before > before.passes_above;
    const bool passes = one.after > before.passes_above;
    moves.gained += passes && !passed;
    moves.lost += passed && !passes;
  }
  const auto take = [&](double sign, std::vector<Move>& into) {
    for (const auto& one : most_moved(moved, most, sign)) {
      into.push_back({{}, {}, one.before, one.after});
      keys.push_back(frame.keys[one.item]);
    }
  };
  take(1, moves.better);
  take(-1, moves.worse);
  return moves;
}

std::vector<SubjectCorrelation> correlations(const Probe& probe, const Frame& frame,
                                             const Table& first, const Table& second,
                                             const Resampler& resampler) {
  std::vector<SubjectCorrelation> found;
  for (std::size_t column = 0; column < probe.measurements().size(); ++column) {
    std::vector<double> x, y;
    std::vector<std::uint64_t> keys;
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const double a = first.values(row, column), b = second.values(row, column);
      if (std::isnan(a) || std::isnan(b)) continue;
      x.push_back(a);
      y.push_back(b);
      keys.push_back(frame.keys[frame.item_of_row[row]]);
    }
    SubjectCorrelation correlation;
    correlation.measurement = probe.measurements()[column].name;
    correlation.rows = x.size();
    correlation.value = spearman(x, y);
    if (std::set<std::uint64_t>(keys.begin(), keys.end()).size() >= kFewestItems) {
      const Interval interval =
          Resampler::percentile(resampler.correlations(Correlation::kSpearman, x, y, keys));
      correlation.low = interval.low;
      correlation.high = interval.high;
    }
    found.push_back(std::move(correlation));
  }
  return found;
}

}  // namespace sonde
