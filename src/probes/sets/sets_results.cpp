#include "probes/sets/sets_results.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "probes/sets/sets_criteria.h"
#include "probes/shared/table_shape.h"

namespace sonde {
namespace {

constexpr std::array kOperators{SetOperator::kOverlap, SetOperator::kDifference,
                                SetOperator::kUnion};

// The kinds of an operator's samples as slices of all items: "difference=s1-prev".
std::vector<Slice> kind_slices(const SetSamples& samples, SetOperator op, const Slice& all) {
  std::vector<Slice> slices;
  for (const auto& kind : samples.kinds(op)) {
    const std::string name(kSetOperators[static_cast<std::size_t>(op)]);
    slices.push_back({name + "=" + kind, all.items});
  }
  return slices;
}

class SetsSummary {
 public:
  SetsSummary(const Frame& frame, std::span<const Table> tables, const Resampler& resampler,
              const SetsOptions& options)
      : samples_(frame),
        tables_(tables),
        resampler_(resampler),
        options_(options),
        thresholds_(samples_, tables, options) {}

  std::vector<Result> go() {
    const auto all = slices(samples_.frame());
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      if (!tables_[table].has_vectors) continue;
      for (const auto& slice : all) add(table, slice);
      for (const auto op : kOperators) add_kinds(table, op, all.front());
    }
    return std::move(results_);
  }

 private:
  void add(std::size_t table, const Slice& slice) {
    for (const auto op : kOperators) {
      if (samples_.has(op)) add(table, slice, op, {});
    }
  }

  void add_kinds(std::size_t table, SetOperator op, const Slice& all) {
    const auto kinds = samples_.kinds(op);
    const auto slices = kind_slices(samples_, op, all);
    for (std::size_t i = 0; i < kinds.size(); ++i) add(table, slices[i], op, kinds[i]);
  }

  void add(std::size_t table, const Slice& slice, SetOperator op, std::string_view kind) {
    const SetsPart part{samples_, tables_, table, slice, kind, resampler_};
    add_criteria(part, op, thresholds_, results_);
    add_positions(part, op, options_, results_);
  }

  SetSamples samples_;
  std::span<const Table> tables_;
  const Resampler& resampler_;
  const SetsOptions& options_;
  SetsThresholds thresholds_;
  std::vector<Result> results_;
};

// A smaller margin. NaN for a union.
double smaller_margin(const SetSamples& samples, std::size_t row, std::span<const double> values) {
  constexpr auto kCosine = static_cast<std::size_t>(SetsMeasure::kCosine);
  if (samples.is(row, SetOperator::kUnion)) return NAN;
  const bool overlap = samples.is(row, SetOperator::kOverlap);
  const double first = margin(values, kCosine, overlap ? Margin::kC1First : Margin::kC3First);
  const double second = margin(values, kCosine, overlap ? Margin::kC1Second : Margin::kC3Second);
  return std::isnan(first) || std::isnan(second) ? NAN : std::min(first, second);
}

}  // namespace

std::vector<Result> summarise_sets(const Frame& frame, std::span<const Table> tables,
                                   const Resampler& resampler, const SetsOptions& options) {
  check_tables(frame, tables, kSetsColumns);
  return SetsSummary(frame, tables, resampler, options).go();
}

std::vector<Series> series_of_sets(const Frame& frame, std::span<const Table> tables) {
  check_tables(frame, tables, kSetsColumns);
  return sets_series(SetSamples(frame), tables);
}

Scores sets_scores(const Frame& frame, const Table& table) {
  const SetSamples samples(frame);
  Scores scores{"margin of C1 and C3", std::vector<double>(frame.items())};
  std::vector<double> counts(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const double margin = smaller_margin(samples, row, table.values[row]);
    if (std::isnan(margin)) continue;
    scores.values[frame.item_of_row[row]] += margin;
    ++counts[frame.item_of_row[row]];
  }
  for (std::size_t item = 0; item < counts.size(); ++item) scores.values[item] /= counts[item];
  return scores;
}

}  // namespace sonde
