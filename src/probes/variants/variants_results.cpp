#include "probes/variants/variants_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/nan.h"
#include "probes/shared/matches.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"

namespace sonde {
namespace {

// One subject's measurements.
struct MeasuredVariants {
  SimilarRows changed, same, true_matches, unrelated;
  std::map<std::string, SimilarRows> kinds;  // but for unrelated ones

  MeasuredVariants(const Frame& frame, const Table& table, const VariantRoles& roles) {
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const std::string& kind = frame.row_labels[row];
      if (!roles.has(kind)) throw_bad_shape(frame);
      const auto add = [&](SimilarRows& list) {
        const auto item = frame.item_of_row[row];
        list.add(table.values(row, 0), item, frame.keys[item]);
      };
      if (roles.is_unrelated(kind)) {
        add(unrelated);
        continue;
      }
      add(roles.is_changed(kind) ? changed : same);
      if (roles.is_true_match(kind)) add(true_matches);
      add(kinds[kind]);
    }
  }
};

// The results of one subject.
class VariantSummary {
 public:
  VariantSummary(const Frame& frame, const Table& table, const Resampler& resampler,
                 const VariantQuestion& question)
      : frame_(frame),
        table_(table),
        resampler_(resampler),
        roles_(question.roles),
        given_(question.threshold),
        measured_(frame, table, question.roles) {}

  std::vector<Result> all() {
    add_order("all", "");
    add_similarity("all", "similarity_changed", measured_.changed);
    add_similarity("all", "similarity_same", measured_.same);
    add_similarity("all", "similarity_unrelated", measured_.unrelated);
    for (const auto& [kind, list] : measured_.kinds) {
      add_order(slice_of(kind), kind);
      const bool changed = roles_.is_changed(kind);
      add_similarity(slice_of(kind), changed ? "similarity_changed" : "similarity_same", list);
    }
    add_points();
    return std::move(results_);
  }

 private:
  std::string slice_of(const std::string& kind) const {
    return (roles_.is_changed(kind) ? "change=" : "same=") + kind;
  }
  std::string kept() const { return roles_.is_upper_bound() ? "kept_upper_bound" : "kept"; }

  void add_order(const std::string& slice, const std::string& kind) {
    const auto outcomes = variant_outcomes(frame_, table_, roles_, kind);
    Counted shares;
    for (std::size_t item = 0; item < outcomes.size(); ++item) {
      if (!std::isnan(outcomes[item].ties)) shares.add(outcomes[item].share, frame_.keys[item]);
    }
    matches_.add_share(slice, "harmless_closer", shares, Better::kHigher);
  }

  void add_similarity(const std::string& slice, const std::string& name, const SimilarRows& list) {
    const Counted& values = list.counted;
    Result result = blank_result(frame_, table_, {slice, {}}, name, values);
    if (!values.x.empty()) result.n = values.distinct_items();
    add_mean(result, values, resampler_);
    if (result.n > 0 || result.left_out > 0) results_.push_back(std::move(result));
  }

  // Operating points of all changed variants, and of each kind.
  void add_points() {
    std::vector<JudgedRows> judged{
        {"all", "false_matches", &measured_.changed, Better::kLower},
        {"all", kept(), &measured_.true_matches, Better::kHigher},
        {"all", "unrelated_matches", &measured_.unrelated, Better::kLower}};
    for (const auto& [kind, list] : measured_.kinds) {
      judged.push_back({slice_of(kind), "matches", &list,
                        roles_.is_changed(kind) ? Better::kLower : Better::kHigher});
    }
    matches_.add_points({"all", "threshold", &measured_.changed, Better::kNeither}, judged);
    for (const auto& [kind, list] : measured_.kinds) {
      if (!roles_.is_changed(kind)) continue;
      const std::string slice = slice_of(kind);
      matches_.add_points(
          {slice, "threshold", &list, Better::kNeither},
          std::array{JudgedRows{slice, "false_matches", &list, Better::kLower},
                     JudgedRows{slice, kept(), &measured_.true_matches, Better::kHigher}});
    }
    matches_.add_given(given_, judged);
  }

  const Frame& frame_;
  const Table& table_;
  const Resampler& resampler_;
  const VariantRoles& roles_;
  double given_;
  MeasuredVariants measured_;
  std::vector<Result> results_;
  MatchResults matches_{frame_, table_, resampler_, results_};
};

// An item's variants, compared with its original.
struct ComparedVariants {
  std::vector<ComparedTexts> same, changed;
};

// Per item. With a kind, the variants of that kind and those that it is compared with.
std::vector<ComparedVariants> compared_variants(const Frame& frame, const Table& table,
                                                const VariantRoles& roles,
                                                const std::string& kind) {
  const bool kind_is_same = !kind.empty() && roles.is_same(kind);
  const auto counts = [&](const std::string& label) {
    return kind.empty() || label == kind || roles.is_same(label) != kind_is_same;
  };
  const auto numbers = row_numbers(frame);
  std::vector<ComparedVariants> of(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const std::string& label = frame.row_labels[row];
    if (roles.is_unrelated(label) || !counts(label)) continue;
    auto& item = of[frame.item_of_row[row]];
    (roles.is_same(label) ? item.same : item.changed)
        .push_back({numbers[row], 0, 1, table.values(row, 0)});
  }
  return of;
}

}  // namespace

std::vector<Result> summarise_variants(const Frame& frame, std::span<const Table> tables,
                                       const Resampler& resampler,
                                       const VariantQuestion& question) {
  check_tables(frame, tables, 1);
  std::vector<Result> results;
  for (const auto& table : tables) {
    std::ranges::move(VariantSummary(frame, table, resampler, question).all(),
                      std::back_inserter(results));
  }
  return results;
}

std::vector<Series> variant_densities(const Frame& frame, std::span<const Table> tables,
                                      const VariantRoles& roles) {
  check_tables(frame, tables, 1);
  std::vector<Series> series;
  for (const auto& table : tables) {
    const MeasuredVariants measured(frame, table, roles);
    for (const auto& [name, list] : {std::pair{"changed", &measured.changed},
                                     {"same", &measured.same},
                                     {"unrelated", &measured.unrelated}}) {
      const auto& similarities = list->counted.x;
      const bool fits =
          std::ranges::all_of(similarities, [](double value) { return std::abs(value) <= 1.01; });
      if (!fits || similarities.empty()) continue;
      Series one{table.subject, {}, frame.dataset, "all", name, {}, {}, {}};
      one.first = curve_point(0);
      one.step = 2.0 / static_cast<double>(kCurvePoints - 1);
      one.values = curve(similarities).shares;
      series.push_back(std::move(one));
    }
  }
  return series;
}

std::vector<ItemOutcome> variant_outcomes(const Frame& frame, const Table& table,
                                          const VariantRoles& roles, const std::string& kind) {
  check_tables(frame, {&table, 1}, 1);
  const auto of = compared_variants(frame, table, roles, kind);
  Outcomes found(frame.items());
  for (std::uint32_t item = 0; item < frame.items(); ++item) {
    for (const auto& same : of[item].same) {
      for (const auto& changed : of[item].changed) found.add(item, same, changed);
    }
  }
  auto outcomes = found.take();
  for (std::size_t item = 0; item < outcomes.size(); ++item) {
    if (of[item].same.empty() || of[item].changed.empty()) outcomes[item].ties = kNaN;
  }
  return outcomes;
}

}  // namespace sonde
