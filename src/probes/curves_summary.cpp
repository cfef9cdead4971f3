#include "probes/curves_summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "probes/summary.h"
#include "sonde/separation.h"

namespace sonde {
namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

// The codes of the labels of a frame's rows.
struct Kinds {
  explicit Kinds(const Frame& frame) {
    const auto& labels = frame.row_labels.distinct();
    for (std::uint32_t code = 0; code < labels.size(); ++code) {
      if (labels[code] != kFuzz && labels[code] != kNegation) throw_bad_shape(frame);
      (labels[code] == kFuzz ? fuzz : negation) = code;
    }
  }

  std::uint32_t fuzz = kNowhere;
  std::uint32_t negation = kNowhere;
};

// The defined cosines of one kind, with the places of their originals: lists of their own, or
// where the table and the frame have them.
struct Cosines {
  std::vector<double> values;
  std::vector<std::uint32_t> items;
  Variants lying;
  Variants variants() const { return values.empty() ? lying : Variants{values, items}; }
};

// What one subject measured on a slice's items.
struct Sliced {
  Cosines fuzz, negation;
  std::vector<std::uint64_t> own_keys;
  std::span<const std::uint64_t> keys;     // of the variants' items
  std::span<const std::uint64_t> counted;  // of those that have a defined cosine
  std::map<std::string, std::size_t> left_out;
};

// Which items have a defined cosine.
std::vector<bool> counting(const Frame& frame, const Table& table) {
  std::vector<bool> counts(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (!std::isnan(table.values(row, 0))) counts[frame.item_of_row[row]] = true;
  }
  return counts;
}

// Which place among the items that count an item has; kNowhere for none.
std::vector<std::uint32_t> places(const std::vector<bool>& counts, const Slice& slice) {
  std::vector<std::uint32_t> place(counts.size(), kNowhere);
  std::uint32_t next = 0;
  for (const auto item : slice.items) {
    if (counts[item]) place[item] = next++;
  }
  return place;
}

// The keys of the slice's items that count; the others are left out.
void count_items(const Frame& frame, const Slice& slice, const std::vector<bool>& counts,
                 Sliced& found) {
  const auto all = std::ranges::count_if(slice.items, [&](auto item) { return counts[item]; });
  found.own_keys.reserve(static_cast<std::size_t>(all));
  for (const auto item : slice.items) {
    if (counts[item]) {
      found.own_keys.push_back(frame.keys[item]);
    } else {
      ++found.left_out["undefined similarity"];
    }
  }
  found.counted = found.own_keys;
}

constexpr const char* kUndefinedVariant =
    "undefined similarity of a variant, of an original that counts";

Sliced copied(const Frame& frame, const Table& table, const Slice& slice) {
  const Kinds kinds(frame);
  const auto counts = counting(frame, table);
  const auto place = places(counts, slice);
  Sliced found;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const double value = table.values(row, 0);
    const std::uint32_t at = place[frame.item_of_row[row]];
    if (at == kNowhere) continue;
    if (std::isnan(value)) {
      ++found.left_out[kUndefinedVariant];
      continue;
    }
    Cosines& kind = frame.row_labels.code(row) == kinds.fuzz ? found.fuzz : found.negation;
    kind.values.push_back(value);
    kind.items.push_back(at);
  }
  count_items(frame, slice, counts, found);
  found.keys = found.counted;
  return found;
}

// Where the second of two kinds begins, and where rows without a cosine do.
struct Bounds {
  std::size_t second, end;
};

// If the rows of each kind lie together and those without a cosine behind them: then millions of
// them need no copies.
std::optional<Bounds> bounds(const Frame& frame, const Table& table) {
  if (table.values.stride() != 1 || frame.row_labels.distinct().size() != 2) return std::nullopt;
  std::size_t end = frame.rows();
  while (end > 0 && std::isnan(table.values(end - 1, 0))) --end;
  std::size_t second = end;
  for (std::size_t row = 0; row < end; ++row) {
    if (std::isnan(table.values(row, 0))) return std::nullopt;
    const bool first = frame.row_labels.code(row) == frame.row_labels.code(0);
    if (first && row > second) return std::nullopt;
    if (!first && second == end) second = row;
  }
  return Bounds{second, end};
}

Sliced in_place(const Frame& frame, const Table& table, const Slice& slice, const Bounds& at) {
  const std::span<const double> values(table.values.data(), at.end);
  const std::span<const std::uint32_t> items(frame.item_of_row.data(), at.end);
  Sliced found;
  const bool fuzz_first = frame.row_labels.code(0) == Kinds(frame).fuzz;
  (fuzz_first ? found.fuzz : found.negation).lying = {values.first(at.second),
                                                      items.first(at.second)};
  (fuzz_first ? found.negation : found.fuzz).lying = {values.subspan(at.second),
                                                      items.subspan(at.second)};
  found.keys = frame.keys;
  found.counted = frame.keys;
  if (at.end == frame.rows()) return found;
  const auto counts = counting(frame, table);
  for (std::size_t row = at.end; row < frame.rows(); ++row) {
    if (counts[frame.item_of_row[row]]) ++found.left_out[kUndefinedVariant];
  }
  count_items(frame, slice, counts, found);
  return found;
}

Sliced sliced(const Frame& frame, const Table& table, const Slice& slice) {
  const auto at = slice.items.size() == frame.items() ? bounds(frame, table) : std::nullopt;
  return at ? in_place(frame, table, slice, *at) : copied(frame, table, slice);
}

// A number of a Separation as a result.
struct Number {
  std::string_view name;
  Better better;
  double (*value)(const Separation&);
  std::vector<double> SeparationReplicates::*replicates;
  Scale scale = Scale::kMean;
};

constexpr std::array kNumbers{
    Number{"overlap", Better::kLower, [](const Separation& s) { return s.overlap; },
           &SeparationReplicates::overlap, Scale::kBounded},
    Number{"auc", Better::kHigher, [](const Separation& s) { return s.auc; },
           &SeparationReplicates::auc, Scale::kBounded},
    Number{"best_cosine", Better::kNeither, [](const Separation& s) { return s.best.cosine; },
           &SeparationReplicates::best_cosine},
    Number{"best_error", Better::kLower, [](const Separation& s) { return s.best.mean_error; },
           &SeparationReplicates::mean_error, Scale::kBounded},
    Number{"fuzz_below", Better::kLower, [](const Separation& s) { return s.best.fuzzed_below; },
           &SeparationReplicates::fuzzed_below, Scale::kBounded},
    Number{"negation_above", Better::kLower,
           [](const Separation& s) { return s.best.negated_above; },
           &SeparationReplicates::negated_above, Scale::kBounded},
    Number{"limit_cosine", Better::kNeither, [](const Separation& s) { return s.limit.cosine; },
           &SeparationReplicates::limit_cosine},
    Number{"fuzz_above_limit", Better::kHigher,
           [](const Separation& s) { return s.limit.fuzzed_above; },
           &SeparationReplicates::fuzzed_above_limit, Scale::kBounded},
    Number{"fuzz_mean", Better::kNeither, [](const Separation& s) { return s.fuzzed_mean; },
           &SeparationReplicates::fuzzed_mean},
    Number{"negation_mean", Better::kNeither, [](const Separation& s) { return s.negated_mean; },
           &SeparationReplicates::negated_mean},
    Number{"fuzz_sd", Better::kNeither, [](const Separation& s) { return s.fuzzed_deviation; },
           &SeparationReplicates::fuzzed_deviation},
    Number{"negation_sd", Better::kNeither, [](const Separation& s) { return s.negated_deviation; },
           &SeparationReplicates::negated_deviation}};

SeparationOptions options_of(const CurvesOptions& options) {
  return {options.bandwidth, options.passed_share / 100};
}

// Why there is no overlap, kind by kind; a reason counts no item.
void tell_no_overlap(Result& result, const Separation& found) {
  const auto tell = [&](std::string_view kind, const Curve& curve) {
    if (curve.undefined == NoCurve::kDefined) return;
    result.why["no curve of " + std::string(kind) + ": " + std::string(reason(curve.undefined))];
  };
  tell(kFuzz, found.fuzzed);
  tell(kNegation, found.negated);
}

// Why another number has no value.
std::string no_value(std::string_view name, const Sliced& of) {
  for (const auto& [kind, cosines] :
       {std::pair{kFuzz, &of.fuzz}, std::pair{kNegation, &of.negation}}) {
    const std::string own = std::string(kind) + "_";
    if (name == own + "sd") return "fewer than two similarities of " + std::string(kind);
    if (name == own + "mean") return "no similarity of " + std::string(kind);
    if (cosines->variants().cosines.empty()) return "no similarity of " + std::string(kind);
  }
  return "no threshold is better than chance";
}

void tell_undefined(Result& result, const Separation& found, const Sliced& of) {
  if (result.name == "overlap") return tell_no_overlap(result, found);
  if (std::isnan(result.value)) result.why[no_value(result.name, of)];
}

void add_results(const Frame& frame, const Table& table, const Slice& slice,
                 const Resampler& resampler, const CurvesOptions& options,
                 std::vector<Result>& results) {
  const Sliced of = sliced(frame, table, slice);
  const auto fuzz = of.fuzz.variants(), negation = of.negation.variants();
  const Separation found = separation(fuzz, negation, options_of(options));
  auto replicates = separation_replicates(resampler, fuzz, negation, of.keys, options_of(options));
  centre_overlaps(replicates.overlap, found.overlap);
  const Counted left_out{{}, {}, {}, of.left_out};
  for (const auto& number : kNumbers) {
    Result result = blank_result(frame, table, slice, std::string(number.name), left_out);
    result.n = of.counted.size();
    result.better = number.better;
    set_replicated(result, number.value(found), std::move(replicates.*number.replicates),
                   of.counted, resampler, number.scale);
    tell_undefined(result, found, of);
    results.push_back(std::move(result));
  }
}

Series series_of(const Frame& frame, const Table& table, std::string_view kind, Curve&& curve) {
  Series series;
  series.subject = table.subject;
  series.dataset = frame.dataset;
  series.name = kind;
  series.first = curve_point(0);
  series.step = 2.0 / static_cast<double>(kCurvePoints - 1);
  series.values = std::move(curve.shares);
  return series;
}

}  // namespace

std::vector<Result> summarise_curves(const Frame& frame, std::span<const Table> tables,
                                     const Resampler& resampler, const CurvesOptions& options) {
  check_tables(frame, tables, 1);
  std::vector<Result> results;
  const auto all_slices = slices(frame);
  for (const auto& table : tables) {
    for (const auto& slice : all_slices) {
      resampler.check_stop();
      add_results(frame, table, slice, resampler, options, results);
    }
  }
  return results;
}

std::vector<Series> curves_of(const Frame& frame, std::span<const Table> tables,
                              const CurvesOptions& options) {
  check_tables(frame, tables, 1);
  std::vector<Series> series;
  for (const auto& table : tables) {
    const Sliced of = sliced(frame, table, slices(frame).front());
    series.push_back(
        series_of(frame, table, kFuzz, curve(of.fuzz.variants().cosines, options.bandwidth)));
    series.push_back(series_of(frame, table, kNegation,
                               curve(of.negation.variants().cosines, options.bandwidth)));
  }
  return series;
}

Scores separations(const Frame& frame, const Table& table) {
  struct Sums {
    std::array<double, 2> sum{}, count{};
  };
  const Kinds kinds(frame);
  std::vector<Sums> sums(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const double value = table.values(row, 0);
    if (std::isnan(value)) continue;
    const std::size_t kind = frame.row_labels.code(row) == kinds.fuzz ? 0 : 1;
    sums[frame.item_of_row[row]].sum[kind] += value;
    ++sums[frame.item_of_row[row]].count[kind];
  }
  Scores scores{"fuzz less negation", {}, 0};
  for (const auto& [sum, count] : sums) {
    scores.values.push_back(sum[0] / count[0] - sum[1] / count[1]);
  }
  return scores;
}

}  // namespace sonde
