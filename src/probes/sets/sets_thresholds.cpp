#include "probes/sets/sets_thresholds.h"

#include <algorithm>
#include <cmath>

#include "base/nan.h"

namespace sonde {
namespace {

struct MarginKind {
  std::string_view criterion, threshold;
  SetOperator op;
  Similar of;
  std::optional<Similar> less;
};

// Section 4 of the paper.
constexpr std::array<MarginKind, kMargins> kKinds{
    {{"c1", "e1", SetOperator::kOverlap, kAT, kAB},
     {"c1", "e2", SetOperator::kOverlap, kBT, kAB},
     {"c3", "e1", SetOperator::kDifference, kAT, kBT},
     {"c3", "e2", SetOperator::kDifference, kAB, kBT},
     {"c4", "e1", SetOperator::kDifference, kOffset, {}}}};

const MarginKind& kind_of(Margin which) { return kKinds.at(static_cast<std::size_t>(which)); }

void widen(Interval& ends, double value) {
  if (!std::isfinite(value)) return;
  ends.low = std::isnan(ends.low) ? value : std::min(ends.low, value);
  ends.high = std::isnan(ends.high) ? value : std::max(ends.high, value);
}

// In order of names, so that the order of the subjects is of no account.
std::string names_of(std::span<const Table> tables) {
  std::vector<std::string> names;
  for (const auto& table : tables) {
    if (table.has_vectors) names.push_back(table.subject);
  }
  if (names.size() < 2) return "";
  std::ranges::sort(names);
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

}  // namespace

SetOperator operator_of(Margin which) { return kind_of(which).op; }

std::string ends_name(std::size_t measure, Margin which) {
  const auto& kind = kind_of(which);
  return std::string(kind.criterion) + "." + std::string(kSetsMeasures[measure].name) + "." +
         std::string(kind.threshold);
}

double margin(std::span<const double> row, std::size_t measure, Margin which) {
  const auto& kind = kind_of(which);
  const double of = row[sets_column(measure, kind.of)];
  const double value = kind.less ? of - row[sets_column(measure, *kind.less)] : of;
  return std::isfinite(value) ? value : kNaN;
}

SetsThresholds::SetsThresholds(const SetSamples& samples, std::span<const Table> tables,
                               const SetsOptions& options)
    : options_(options) {
  for (const auto& table : tables) ends_.push_back(ends_of(samples, table));
  join_bounded();
  if (!options_.has_ends()) scope_ = names_of(tables);
}

SetsThresholds::Ends SetsThresholds::ends_of(const SetSamples& samples, const Table& table) {
  Ends ends;
  for (auto& of_measure : ends) of_measure.fill({kNaN, kNaN});
  for (std::size_t row = 0; row < samples.frame().rows(); ++row) {
    for (std::size_t which = 0; which < kMargins; ++which) {
      if (!samples.is(row, kKinds[which].op)) continue;
      for (std::size_t measure = 0; measure < ends.size(); ++measure) {
        widen(ends[measure][which], margin(table.values[row], measure, static_cast<Margin>(which)));
      }
    }
  }
  return ends;
}

void SetsThresholds::join_bounded() {
  for (std::size_t measure = 0; measure < kSetsMeasures.size(); ++measure) {
    if (!kSetsMeasures[measure].bounded) continue;
    for (std::size_t which = 0; which < kMargins; ++which) {
      Interval all{kNaN, kNaN};
      for (const auto& ends : ends_) {
        widen(all, ends[measure][which].low);
        widen(all, ends[measure][which].high);
      }
      if (options_.has_ends()) all = given_ends(measure, static_cast<Margin>(which));
      for (auto& ends : ends_) ends[measure][which] = all;
    }
  }
}

Interval SetsThresholds::given_ends(std::size_t measure, Margin which) const {
  if (options_.grid_range) return *options_.grid_range;
  const auto found = options_.grid_ends.find(ends_name(measure, which));
  return found == options_.grid_ends.end() ? Interval{kNaN, kNaN} : found->second;
}

Interval SetsThresholds::ends(std::size_t table, std::size_t measure, Margin which) const {
  return ends_[table][measure][static_cast<std::size_t>(which)];
}

std::optional<ThresholdGrid> SetsThresholds::grid(std::size_t table, std::size_t measure,
                                                  Margin which) const {
  const auto [low, high] = ends(table, measure, which);
  if (!std::isfinite(high - low) || !(high > low)) return std::nullopt;
  const auto& published = options_.published_grid;
  if (!published) return ThresholdGrid::even(low, high);
  const bool ned = measure == static_cast<std::size_t>(SetsMeasure::kNed);
  return ThresholdGrid::published(low, high, published->ticks,
                                  ned ? published->ned_parts : published->parts);
}

}  // namespace sonde
