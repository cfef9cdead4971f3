#include "probes/variants/variants_summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "base/nan.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/summary.h"
#include "statistics/separation/operating_point.h"

namespace sonde {
namespace {

// The defined similarities of some kinds of variants.
struct VariantList {
  Counted counted;
  std::vector<std::uint32_t> items;  // per value of counted.x, ascending

  void add(double similarity, std::uint32_t item, std::uint64_t key) {
    counted.add(similarity, key);
    if (!std::isnan(similarity)) items.push_back(item);
  }
  Variants variants() const { return {counted.x, items}; }
};

// What one subject measured.
struct MeasuredVariants {
  VariantList changed, same, true_matches, unrelated;
  std::map<std::string, VariantList> kinds;  // but for unrelated ones

  MeasuredVariants(const Frame& frame, const Table& table, const VariantRoles& roles) {
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const std::string& kind = frame.row_labels[row];
      if (!roles.has(kind)) throw_bad_shape(frame);
      const auto add = [&](VariantList& list) {
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

struct Rate {
  std::string_view suffix;
  double rate;
};
constexpr std::array kRates{Rate{"_1", 0.01}, Rate{"_5", 0.05}};

std::string too_few(double rate) {
  return "a rate of " + std::to_string(std::lround(100 * rate)) + "% needs " +
         std::to_string(fewest_changed(rate)) + " changed sentences";
}

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
    for (const Rate& rate : kRates) add_points(rate);
    if (!std::isnan(given_)) add_given();
    return std::move(results_);
  }

 private:
  std::string slice_of(const std::string& kind) const {
    return (roles_.is_changed(kind) ? "change=" : "same=") + kind;
  }
  std::string kept() const { return roles_.is_upper_bound() ? "kept_upper_bound" : "kept"; }

  Result blank(const std::string& slice, const std::string& name, const Counted& counted,
               Better better) const {
    Result result = blank_result(frame_, table_, {slice, {}}, name, counted);
    result.better = better;
    return result;
  }

  void add_share(Result result, const Counted& shares) {
    if (!shares.x.empty()) {
      result.n = shares.distinct_items();
      add_statistic(result, mean(shares.x), resampler_.means(shares.x, shares.keys), result.n,
                    resampler_, Scale::kBounded);
    }
    results_.push_back(std::move(result));
  }

  void add_order(const std::string& slice, const std::string& kind) {
    const auto outcomes = variant_outcomes(frame_, table_, roles_, kind);
    Counted shares;
    for (std::size_t item = 0; item < outcomes.size(); ++item) {
      if (!std::isnan(outcomes[item].ties)) shares.add(outcomes[item].share, frame_.keys[item]);
    }
    add_share(blank(slice, "harmless_closer", shares, Better::kHigher), shares);
  }

  void add_similarity(const std::string& slice, const std::string& name, const VariantList& list) {
    const Counted& values = list.counted;
    Result result = blank(slice, name, values, Better::kNeither);
    if (!values.x.empty()) result.n = values.distinct_items();
    add_mean(result, values, resampler_);
    if (result.n > 0 || result.left_out > 0) results_.push_back(std::move(result));
  }

  // Operating points of all changed variants, and of each kind.
  void add_points(const Rate& rate) {
    std::vector<Variants> judged{measured_.changed.variants(), measured_.true_matches.variants(),
                                 measured_.unrelated.variants()};
    for (const auto& [kind, list] : measured_.kinds) judged.push_back(list.variants());
    const OperatingQuestion question{judged[0], judged, frame_.keys, rate.rate};
    Points points(*this, question, rate);
    points.add("all", "threshold", measured_.changed, Better::kNeither);
    points.add_matches(0, "all", "false_matches", measured_.changed, Better::kLower);
    points.add_matches(1, "all", kept(), measured_.true_matches, Better::kHigher);
    points.add_matches(2, "all", "unrelated_matches", measured_.unrelated, Better::kLower);
    std::size_t place = 3;
    for (const auto& [kind, list] : measured_.kinds) {
      const auto better = roles_.is_changed(kind) ? Better::kLower : Better::kHigher;
      points.add_matches(place++, slice_of(kind), "matches", list, better);
    }
    for (const auto& [kind, list] : measured_.kinds) {
      if (roles_.is_changed(kind)) add_points_of(kind, list, rate);
    }
  }

  void add_points_of(const std::string& kind, const VariantList& list, const Rate& rate) {
    const std::vector<Variants> judged{list.variants(), measured_.true_matches.variants()};
    Points points(*this, {judged[0], judged, frame_.keys, rate.rate}, rate);
    points.add(slice_of(kind), "threshold", list, Better::kNeither);
    points.add_matches(0, slice_of(kind), "false_matches", list, Better::kLower);
    points.add_matches(1, slice_of(kind), kept(), measured_.true_matches, Better::kHigher);
  }

  // Shares at or above the threshold that the user gave.
  void add_given() {
    const auto add = [&](const std::string& slice, const std::string& name, const VariantList& list,
                         Better better) {
      Counted shares = list.counted;
      for (double& value : shares.x) value = settled_similarity(value) >= given_ ? 1 : 0;
      if (!shares.x.empty()) add_share(blank(slice, name + "_given", shares, better), shares);
    };
    add("all", "false_matches", measured_.changed, Better::kLower);
    add("all", kept(), measured_.true_matches, Better::kHigher);
    add("all", "unrelated_matches", measured_.unrelated, Better::kLower);
    for (const auto& [kind, list] : measured_.kinds) {
      add(slice_of(kind), "matches", list,
          roles_.is_changed(kind) ? Better::kLower : Better::kHigher);
    }
  }

  // One operating point with its replicates, as results.
  class Points {
   public:
    Points(VariantSummary& summary, const OperatingQuestion& question, const Rate& rate)
        : summary_(summary), rate_(rate) {
      summary.resampler_.check_stop();
      enough_ = question.changed.cosines.size() >= fewest_changed(rate.rate);
      if (!enough_) return;
      point_ = operating_point(question);
      replicates_ = operating_replicates(summary.resampler_, question);
    }

    void add(const std::string& slice, const std::string& name, const VariantList& list,
             Better better) {
      add_number(slice, name, list, better, point_.threshold, std::move(replicates_.threshold),
                 Scale::kMean);
    }

    void add_matches(std::size_t place, const std::string& slice, const std::string& name,
                     const VariantList& list, Better better) {
      add_number(slice, name, list, better, enough_ ? point_.matches[place] : kNaN,
                 enough_ ? std::move(replicates_.matches[place]) : std::vector<double>(),
                 Scale::kBounded);
    }

   private:
    void add_number(const std::string& slice, const std::string& name, const VariantList& list,
                    Better better, double value, std::vector<double> replicates, Scale scale) {
      if (list.items.empty()) return;
      Result result = summary_.blank(slice, name + std::string(rate_.suffix), list.counted, better);
      result.n = list.counted.distinct_items();
      if (enough_) {
        add_statistic(result, value, std::move(replicates), result.n, summary_.resampler_, scale);
      } else {
        result.why[too_few(rate_.rate)];
      }
      summary_.results_.push_back(std::move(result));
    }

    VariantSummary& summary_;
    const Rate& rate_;
    bool enough_ = false;
    OperatingPoint point_;
    OperatingReplicates replicates_;
  };

  const Frame& frame_;
  const Table& table_;
  const Resampler& resampler_;
  const VariantRoles& roles_;
  double given_;
  MeasuredVariants measured_;
  std::vector<Result> results_;
};

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
  struct OfItem {
    std::vector<ComparedTexts> same, changed;
  };
  const auto numbers = row_numbers(frame);
  std::vector<OfItem> of(frame.items());
  const bool kind_is_same = !kind.empty() && roles.is_same(kind);
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const std::string& label = frame.row_labels[row];
    if (roles.is_unrelated(label)) continue;
    const bool same = roles.is_same(label);
    if (!kind.empty() && same == kind_is_same && label != kind) continue;
    OfItem& item = of[frame.item_of_row[row]];
    (same ? item.same : item.changed).push_back({numbers[row], 0, 1, table.values(row, 0)});
  }
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
