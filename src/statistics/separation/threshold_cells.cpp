#include "statistics/separation/threshold_cells.h"

#include <algorithm>
#include <numeric>

#include "base/nan.h"
#include "statistics/separation/ascending.h"

namespace sonde {
namespace {

constexpr std::size_t kMostKept = 1U << 20U;  // variants whose cells are stored

double share_of(std::uint64_t count, std::uint64_t of) {
  return static_cast<double>(count) / static_cast<double>(of);  // 0 / 0 is NaN
}

std::uint64_t sum(std::span<const std::uint32_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

ThresholdCells::ThresholdCells(const Variants& fuzzed, const Variants& negated,
                               std::span<const double> alone, std::size_t most) {
  const std::uint64_t all = fuzzed.cosines.size() + negated.cosines.size();
  const std::uint64_t fits = all <= kExact ? 0 : all / most;
  std::uint64_t held = 0;
  bool closed = true;
  visit_ascending(fuzzed.cosines, negated.cosines,
                  [&](double cosine, std::uint64_t in_fuzzed, std::uint64_t in_negated) {
                    const std::uint64_t times = in_fuzzed + in_negated;
                    const bool own = std::ranges::find(alone, cosine) != alone.end();
                    if (closed || own || held + times > fits) {
                      lowest_.push_back(cosine);
                      highest_.push_back(cosine);
                      held = 0;
                    }
                    highest_.back() = cosine;
                    held += times;
                    closed = own;
                  });
  if (lowest_.empty()) return;
  fill_slots();
  if (all > kMostKept) return;
  fuzzed_ = cells_of(fuzzed.cosines);
  negated_ = cells_of(negated.cosines);
}

void ThresholdCells::fill_slots() {
  constexpr std::size_t kSlots = 1U << 14U;
  const double range = highest_.back() - lowest_.front();
  slots_a_unit_ = range > 0 ? static_cast<double>(kSlots) / range : 0;
  slots_.resize(kSlots + 2);
  for (const double lowest : lowest_) {
    ++slots_[static_cast<std::size_t>((lowest - lowest_.front()) * slots_a_unit_) + 1];
  }
  std::partial_sum(slots_.begin(), slots_.end(), slots_.begin());
}

std::size_t ThresholdCells::from(double cosine) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(lowest_, cosine) - lowest_.begin());
}

std::vector<std::uint16_t> ThresholdCells::cells_of(std::span<const double> cosines) const {
  std::vector<std::uint16_t> cells(cosines.size());
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    cells[i] = static_cast<std::uint16_t>(of(cosines[i]));
  }
  return cells;
}

double auc(const CellCounts& counts) {
  std::uint64_t wins_twice = 0, fuzzed = 0, negated = 0;
  for (std::size_t cell = 0; cell < counts.fuzzed.size(); ++cell) {
    wins_twice += counts.fuzzed[cell] * (2 * negated + counts.negated[cell]);
    fuzzed += counts.fuzzed[cell];
    negated += counts.negated[cell];
  }
  return share_of(wins_twice, 2 * fuzzed * negated);
}

double best_threshold(const ThresholdCells& cells, const CellCounts& counts) {
  const std::uint64_t fuzzed = sum(counts.fuzzed), negated = sum(counts.negated);
  const std::uint64_t chance = fuzzed * negated;
  std::uint64_t least = chance, false_negatives = 0, false_positives = negated;
  double best = kNaN;
  for (std::size_t cell = 0; cell < counts.fuzzed.size(); ++cell) {
    if (counts.fuzzed[cell] + counts.negated[cell] == 0) continue;  // not observed
    const std::uint64_t errors = false_negatives * negated + false_positives * fuzzed;
    if (errors <= least && errors != chance) {
      least = errors;
      best = cells.lowest(cell);
    }
    false_negatives += counts.fuzzed[cell];
    false_positives -= counts.negated[cell];
  }
  return best;
}

LimitThreshold limit_threshold(const ThresholdCells& cells, const CellCounts& counts,
                               double false_positive_rate) {
  const std::uint64_t fuzzed = sum(counts.fuzzed), negated = sum(counts.negated);
  std::uint64_t fuzzed_over = 0, negated_over = 0;
  for (std::size_t cell = counts.negated.size(); cell-- > 0;) {
    const std::uint32_t here = counts.negated[cell];
    if (here > 0 && share_of(negated_over + here, negated) > false_positive_rate) {
      const double low = cells.lowest(cell), high = cells.highest(cell);
      if (low == high) return {high, share_of(fuzzed_over, fuzzed)};
      const double most = false_positive_rate * static_cast<double>(negated);
      const double part = (most - static_cast<double>(negated_over)) / here;
      const double over = static_cast<double>(fuzzed_over) + part * counts.fuzzed[cell];
      return {high - part * (high - low), over / static_cast<double>(fuzzed)};
    }
    fuzzed_over += counts.fuzzed[cell];
    negated_over += here;
  }
  return {kNaN, kNaN};
}

BestThreshold errors_from(std::size_t cell, const CellCounts& counts) {
  const std::span fuzzed(counts.fuzzed), negated(counts.negated);
  const double below = share_of(sum(fuzzed.first(cell)), sum(fuzzed));
  const double above = share_of(sum(negated.subspan(cell)), sum(negated));
  return {kNaN, below, above, (below + above) / 2};
}

}  // namespace sonde
