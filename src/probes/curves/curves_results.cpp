#include "probes/curves/curves_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>

#include "probes/curves/curves_slices.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace {

constexpr std::uint32_t kLacking = UINT32_MAX;

// The meaning of a frame's row labels, by their codes: a row's kind, and whether it counts.
class Kinds {
 public:
  explicit Kinds(const Frame& frame) : frame_(frame) {
    for (const auto& label : frame.row_labels.distinct()) {
      const auto kind = kind_of(label);
      if (kind != kFuzz && kind != kNegation) throw_bad_shape(frame);
      fuzz_.push_back(kind == kFuzz);
    }
    counts_.assign(fuzz_.size(), true);
  }
  Kinds(const Frame& frame, const VariantSlice& slice) : Kinds(frame) { counts_ = slice.codes; }

  bool is_fuzz(std::size_t row) const { return fuzz_[frame_.row_labels.code(row)]; }
  bool counts(std::size_t row) const { return counts_[frame_.row_labels.code(row)]; }

 private:
  const Frame& frame_;
  std::vector<bool> fuzz_, counts_;
};

// The defined cosines of one kind, with the places of their originals: as separate lists, or in
// place in the table and the frame.
struct Cosines {
  std::vector<double> values;
  std::vector<std::uint32_t> items;
  Variants lying;
  Variants variants() const { return values.empty() ? lying : Variants{values, items}; }
};

// The originals that count for some results, and what doesn't.
struct Originals {
  std::size_t count = 0;
  std::map<std::string, std::size_t> left_out;
};

// One subject's measurements on a slice's items.
struct Sliced {
  Cosines fuzz, negation;
  std::vector<std::uint64_t> own_keys;
  std::span<const std::uint64_t> keys;  // the variants' items
  Originals fuzzed, negated;            // have a cosine of that kind
  Originals either;
};

// Which items have a defined cosine that counts, of one kind and of the other.
struct Having {
  Having(const Frame& frame, const Table& table, Kinds of_rows)
      : kinds(std::move(of_rows)), fuzz(frame.items()), negation(frame.items()) {
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      if (std::isnan(table.values(row, 0)) || !kinds.counts(row)) continue;
      (kinds.is_fuzz(row) ? fuzz : negation)[frame.item_of_row[row]] = true;
    }
  }

  bool either(std::uint32_t item) const { return fuzz[item] || negation[item]; }

  Kinds kinds;
  std::vector<bool> fuzz, negation;
};

// An item's place among the items that count. kLacking for none.
std::vector<std::uint32_t> places(const Having& having, const Slice& slice) {
  std::vector<std::uint32_t> place(having.fuzz.size(), kLacking);
  std::uint32_t next = 0;
  for (const auto item : slice.items) {
    if (having.either(item)) place[item] = next++;
  }
  return place;
}

constexpr const char* kNoSimilarity = "undefined similarity";
constexpr const char* kUndefinedVariant =
    "undefined similarity of a variant, of an original that counts";

void count_original(bool counts, Originals& originals) {
  if (counts) {
    ++originals.count;
  } else {
    ++originals.left_out[kNoSimilarity];
  }
}

void count_originals(const Having& having, const Slice& slice, Sliced& found) {
  for (const auto item : slice.items) {
    count_original(having.fuzz[item], found.fuzzed);
    count_original(having.negation[item], found.negated);
    count_original(having.either(item), found.either);
  }
}

// A variant without a cosine.
void count_undefined(const Having& having, const Frame& frame, std::size_t row, Sliced& found) {
  const auto item = frame.item_of_row[row];
  const bool fuzz = having.kinds.is_fuzz(row);
  if (having.either(item)) ++found.either.left_out[kUndefinedVariant];
  if (fuzz && having.fuzz[item]) ++found.fuzzed.left_out[kUndefinedVariant];
  if (!fuzz && having.negation[item]) ++found.negated.left_out[kUndefinedVariant];
}

Sliced copied(const Frame& frame, const Table& table, const Slice& slice, Kinds kinds) {
  const Having having(frame, table, std::move(kinds));
  const auto place = places(having, slice);
  Sliced found;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const double value = table.values(row, 0);
    const std::uint32_t at = place[frame.item_of_row[row]];
    if (at == kLacking || !having.kinds.counts(row)) continue;
    if (std::isnan(value)) {
      count_undefined(having, frame, row, found);
      continue;
    }
    Cosines& kind = having.kinds.is_fuzz(row) ? found.fuzz : found.negation;
    kind.values.push_back(value);
    kind.items.push_back(at);
  }
  count_originals(having, slice, found);
  found.own_keys.reserve(found.either.count);
  for (const auto item : slice.items) {
    if (having.either(item)) found.own_keys.push_back(frame.keys[item]);
  }
  found.keys = found.own_keys;
  return found;
}

// The start of the second of two kinds, and of rows without a cosine.
struct Bounds {
  std::size_t second, end;
};

// Set if the rows of each kind are together and those without a cosine come last: then millions of
// them need no copies.
std::optional<Bounds> bounds(const Frame& frame, const Table& table) {
  if (table.values.stride() != 1 || frame.row_labels.distinct().size() != 2) return std::nullopt;
  const auto has_cosine = [&](std::size_t row) { return !std::isnan(table.values(row, 0)); };
  const auto is_of_first_kind = [&](std::size_t row) {
    return frame.row_labels.code(row) == frame.row_labels.code(0);
  };
  std::size_t end = frame.rows();
  while (end > 0 && !has_cosine(end - 1)) --end;
  const auto rows = std::views::iota(std::size_t{0}, end);
  const bool is_sorted =
      std::ranges::all_of(rows, has_cosine) && std::ranges::is_partitioned(rows, is_of_first_kind);
  if (!is_sorted) return std::nullopt;
  const auto second = std::ranges::partition_point(rows, is_of_first_kind);
  return Bounds{static_cast<std::size_t>(second - rows.begin()), end};
}

Sliced in_place(const Frame& frame, const Table& table, const Slice& slice, const Bounds& at) {
  const std::span<const double> values(table.values.data(), at.end);
  const std::span<const std::uint32_t> items(frame.item_of_row.data(), at.end);
  Sliced found;
  const Having having(frame, table, Kinds(frame));
  const bool fuzz_first = having.kinds.is_fuzz(0);
  (fuzz_first ? found.fuzz : found.negation).lying = {values.first(at.second),
                                                      items.first(at.second)};
  (fuzz_first ? found.negation : found.fuzz).lying = {values.subspan(at.second),
                                                      items.subspan(at.second)};
  found.keys = frame.keys;
  for (std::size_t row = at.end; row < frame.rows(); ++row) {
    count_undefined(having, frame, row, found);
  }
  count_originals(having, slice, found);
  return found;
}

Sliced sliced(const Frame& frame, const Table& table, const Slice& slice) {
  const auto at = slice.items.size() == frame.items() ? bounds(frame, table) : std::nullopt;
  return at ? in_place(frame, table, slice, *at) : copied(frame, table, slice, Kinds(frame));
}

// A number of a Separation as a result.
struct Number {
  std::string_view name;
  Better better;
  double (*value)(const Separation&);
  std::vector<double> SeparationReplicates::* replicates;
  Scale scale = Scale::kMean;
  Originals Sliced::* originals = &Sliced::either;
};

constexpr std::array kNumbers{
    Number{"overlap", Better::kLower, [](const Separation& s) { return s.overlap; },
           &SeparationReplicates::overlap, Scale::kBounded},
    Number{"auc", Better::kHigher, [](const Separation& s) { return s.auc; },
           &SeparationReplicates::auc, Scale::kBounded},
    Number{"threshold", Better::kNeither, [](const Separation& s) { return s.best.cosine; },
           &SeparationReplicates::best_threshold},
    Number{"balanced_error", Better::kLower,
           [](const Separation& s) { return s.best.balanced_error; },
           &SeparationReplicates::balanced_error, Scale::kBounded},
    Number{"false_negative_rate", Better::kLower,
           [](const Separation& s) { return s.best.false_negative_rate; },
           &SeparationReplicates::false_negative_rate, Scale::kBounded},
    Number{"false_positive_rate", Better::kLower,
           [](const Separation& s) { return s.best.false_positive_rate; },
           &SeparationReplicates::false_positive_rate, Scale::kBounded},
    Number{"threshold_at_fpr", Better::kNeither, [](const Separation& s) { return s.limit.cosine; },
           &SeparationReplicates::limit_threshold, Scale::kMean, &Sliced::negated},
    Number{"tpr_at_fpr", Better::kHigher,
           [](const Separation& s) { return s.limit.true_positive_rate; },
           &SeparationReplicates::true_positive_rate, Scale::kBounded},
    Number{"fuzz_mean", Better::kNeither, [](const Separation& s) { return s.fuzzed_mean; },
           &SeparationReplicates::fuzzed_mean, Scale::kMean, &Sliced::fuzzed},
    Number{"negation_mean", Better::kNeither, [](const Separation& s) { return s.negated_mean; },
           &SeparationReplicates::negated_mean, Scale::kMean, &Sliced::negated},
    Number{"fuzz_sd", Better::kNeither, [](const Separation& s) { return s.fuzzed_deviation; },
           &SeparationReplicates::fuzzed_deviation, Scale::kMean, &Sliced::fuzzed},
    Number{"negation_sd", Better::kNeither, [](const Separation& s) { return s.negated_deviation; },
           &SeparationReplicates::negated_deviation, Scale::kMean, &Sliced::negated}};

SeparationOptions options_of(const CurvesOptions& options) {
  return {options.bandwidth, options.passed_share / 100};
}

// Whether they are in the range of curves: a scorer's numbers may be of another scale.
bool fit(const Variants& variants) {
  constexpr double kMost = 1.01;  // half precision rounds a cosine of 1 so far off
  return std::ranges::all_of(variants.cosines,
                             [](double value) { return std::abs(value) <= kMost; });
}

// Explains why the overlap is missing, kind by kind. A reason counts no item.
void tell_no_overlap(Result& result, const Separation& found, const Sliced& of) {
  const auto tell = [&](std::string_view kind, const Curve& curve, const Cosines& cosines) {
    const std::string_view why =
        fit(cosines.variants()) ? reason(curve.undefined) : "similarities beyond -1 and 1";
    if (!why.empty()) result.why["no curve of " + std::string(kind) + ": " + std::string(why)];
  };
  tell(kFuzz, found.fuzzed, of.fuzz);
  tell(kNegation, found.negated, of.negation);
}

// Why another number has no value.
std::string no_value(const Number& number, const Sliced& of) {
  const auto tell = [&](std::string_view what, std::string_view kind) {
    return std::string(what) + " of " + std::string(kind);
  };
  for (const auto& [kind, cosines, originals] :
       {std::tuple{kFuzz, &of.fuzz, &Sliced::fuzzed},
        std::tuple{kNegation, &of.negation, &Sliced::negated}}) {
    if (number.originals != &Sliced::either && number.originals != originals) continue;
    if (number.name.ends_with("_sd")) return tell("fewer than two similarities", kind);
    if (cosines->variants().cosines.empty()) return tell("no similarity", kind);
  }
  return "no threshold is better than chance";
}

void tell_undefined(Result& result, const Number& number, const Separation& found,
                    const Sliced& of) {
  if (number.name == "overlap") return tell_no_overlap(result, found, of);
  if (std::isnan(result.value)) result.why[no_value(number, of)];
}

// How many originals an interval rests on: if it needs both kinds, those of the rarer.
std::size_t items_of(const Number& number, const Sliced& of) {
  return number.originals == &Sliced::either ? std::min(of.fuzzed.count, of.negated.count)
                                             : (of.*number.originals).count;
}

void add_results(const Frame& frame, const Table& table, const Slice& slice, const Sliced& of,
                 const Resampler& resampler, const CurvesOptions& options,
                 std::vector<Result>& results) {
  const auto fuzz = of.fuzz.variants(), negation = of.negation.variants();
  Separation found = separation(fuzz, negation, options_of(options));
  if (!fit(fuzz) || !fit(negation)) found.overlap = std::numeric_limits<double>::quiet_NaN();
  const bool wanted = std::ranges::any_of(
      kNumbers, [&](const Number& number) { return resampler.wants(slice.name, number.name); });
  auto replicates = separation_replicates(resampler.drawing(wanted), fuzz, negation, of.keys,
                                          options_of(options));
  centre_overlaps(replicates.overlap, found.overlap);
  for (const auto& number : kNumbers) {
    const Originals& counted = of.*number.originals;
    Result result =
        blank_result(frame, table, slice, std::string(number.name), {{}, {}, {}, counted.left_out});
    result.n = counted.count;
    result.better = number.better;
    add_statistic(result, number.value(found), std::move(replicates.*number.replicates),
                  items_of(number, of), resampler, number.scale);
    tell_undefined(result, number, found, of);
    results.push_back(std::move(result));
  }
}

Series series_of(const Frame& frame, const Table& table, std::string_view kind,
                 const Variants& variants, const Bandwidth& bandwidth) {
  Series series;
  series.subject = table.subject;
  series.dataset = frame.dataset;
  series.name = kind;
  series.first = curve_point(0);
  series.step = 2.0 / static_cast<double>(kCurvePoints - 1);
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  series.values = fit(variants) ? curve(variants.cosines, bandwidth).shares
                                : std::vector<double>(kCurvePoints, undefined);
  return series;
}

}  // namespace

std::vector<Result> summarise_curves(const Frame& frame, std::span<const Table> tables,
                                     const Resampler& resampler, const CurvesOptions& options) {
  check_tables(frame, tables, 1);
  std::vector<Result> results;
  const auto all_slices = slices(frame);
  const auto of_variants = variant_slices(frame);
  for (const auto& table : tables) {
    for (const auto& slice : all_slices) {
      resampler.check_stop();
      const Sliced of = sliced(frame, table, slice);
      add_results(frame, table, slice, of, resampler, options, results);
    }
    for (const auto& slice : of_variants) {
      resampler.check_stop();
      const Sliced of = copied(frame, table, slice.items, Kinds(frame, slice));
      add_results(frame, table, slice.items, of, resampler, options, results);
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
    series.push_back(series_of(frame, table, kFuzz, of.fuzz.variants(), options.bandwidth));
    series.push_back(series_of(frame, table, kNegation, of.negation.variants(), options.bandwidth));
  }
  return series;
}

std::vector<ItemOutcome> curves_outcomes(const Frame& frame, const Table& table) {
  struct OfItem {
    std::vector<ComparedTexts> fuzz, negation;
  };
  const Kinds kinds(frame);
  const auto numbers = row_numbers(frame);
  std::vector<OfItem> of(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    OfItem& item = of[frame.item_of_row[row]];
    (kinds.is_fuzz(row) ? item.fuzz : item.negation)
        .push_back({numbers[row], 0, 1, table.values(row, 0)});
  }
  Outcomes found(frame.items());
  for (std::uint32_t item = 0; item < frame.items(); ++item) {
    for (const auto& fuzz : of[item].fuzz) {
      for (const auto& negation : of[item].negation) found.add(item, fuzz, negation);
    }
  }
  return found.take();
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
    const std::size_t kind = kinds.is_fuzz(row) ? 0 : 1;
    sums[frame.item_of_row[row]].sum[kind] += value;
    ++sums[frame.item_of_row[row]].count[kind];
  }
  Scores scores{"filler minus negation", {}, 0};
  for (const auto& [sum, count] : sums) {
    scores.values.push_back(sum[0] / count[0] - sum[1] / count[1]);
  }
  return scores;
}

}  // namespace sonde
