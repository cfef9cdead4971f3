#include "probes/heros/heros_results.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/nan.h"
#include "probes/heros/heros_baseline.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"
#include "probes/shared/ties.h"

namespace sonde {
namespace {

constexpr std::size_t kNoRow = std::numeric_limits<std::size_t>::max();

bool is_below(double margin) { return is_above(-margin); }

struct Quantile {
  std::string_view name;
  double share;
};
constexpr std::array kQuantiles{Quantile{"_median", .5}, Quantile{"_q1", .25},
                                Quantile{"_q3", .75}};

using RowsOfItem = std::array<std::size_t, kSubsets>;  // kNoRow: a missing cell

std::vector<RowsOfItem> rows_of(const Frame& frame) {
  RowsOfItem none;
  none.fill(kNoRow);
  std::vector<RowsOfItem> rows(frame.items(), none);
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const std::size_t item = frame.item_of_row[row];
    const std::size_t subset = subset_named(frame.row_labels[row]);
    if (item >= rows.size() || subset == kSubsets || rows[item][subset] != kNoRow) {
      throw_bad_shape(frame);
    }
    rows[item][subset] = row;
  }
  return rows;
}

// A number and its replicates, of raw similarities.
struct Estimate {
  double value = kNaN;
  std::vector<double> replicates;
};

// Equation 1 of the paper. Undefined if nearly all vectors are one.
double normalised(double cosine, double baseline) {
  return 1 - baseline > kTie ? (cosine - baseline) / (1 - baseline) : kNaN;
}

Estimate normalised(const Estimate& raw, const Baseline& baseline) {
  Estimate result{normalised(raw.value, baseline.value), raw.replicates};
  for (std::size_t i = 0; i < result.replicates.size(); ++i) {
    result.replicates[i] = normalised(result.replicates[i], baseline.replicates[i]);
  }
  return result;
}

// The results of one subject.
class HerosSummary {
 public:
  HerosSummary(const Frame& frame, const std::vector<RowsOfItem>& rows, const Table& table,
               const Resampler& resampler, std::vector<Result>& results)
      : frame_(frame), rows_(rows), table_(table), resampler_(resampler), results_(results) {
    if (table.has_vectors) find_baseline();
  }

  void add(const Slice& slice) {
    add_comparisons(slice);
    std::array<Counted, kSubsets> counted;
    for (std::size_t subset = 0; subset < kSubsets; ++subset) {
      counted[subset] = count(slice, kSimilarity, subset);
    }
    add_means(slice, counted);
    if (table_.has_vectors && slice.name == "all") add_baseline(slice);
    add_ties(slice);
    add_quantiles(slice, counted);
  }

 private:
  void find_baseline() {
    std::vector<double> values;
    for (const auto& rows : rows_) {
      const auto row = std::ranges::min(rows);
      values.push_back(row == kNoRow ? kNaN : table_.values(row, kBaseline));
    }
    baseline_ = resampled_baseline(values, frame_.keys, resampler_);
    baselines_ = std::move(values);
  }

  void add_comparisons(const Slice& slice) {
    add_share(slice, "synonym_first", Better::kHigher, kSynonym, is_above);
    for (const auto changed : kMeaningChanged) {
      add_share(slice, "synonym_beats_" + std::string(kSubsetNames[changed]), Better::kHigher,
                changed, is_above);
    }
    add_share(slice, "typo_costs_more", Better::kLower, kTypo, is_below);
  }

  void add_ties(const Slice& slice) {
    add_share(slice, "ties_synonym_first", Better::kLower, kSynonym, is_tie);
    for (const auto changed : kMeaningChanged) {
      add_share(slice, "ties_synonym_" + std::string(kSubsetNames[changed]), Better::kLower,
                changed, is_tie);
    }
    add_share(slice, "ties_typo_antonym", Better::kLower, kTypo, is_tie);
  }

  // The share of items whose margin in the row of `subset` is so.
  void add_share(const Slice& slice, std::string name, Better better, Subset subset,
                 bool (*is)(double)) {
    Counted counted = count(slice, kMargin, subset);
    for (double& value : counted.x) value = is(value) ? 1 : 0;
    Result result = blank_result(frame_, table_, slice, std::move(name), counted);
    result.better = better;
    add_proportion(result, counted, resampler_);
    results_.push_back(std::move(result));
  }

  void add_means(const Slice& slice, const std::array<Counted, kSubsets>& counted) {
    std::array<Estimate, kSubsets> means;
    for (std::size_t i = 0; i < kSubsets; ++i) {
      means[i] =
          mean_of(counted[i], resampler_.drawing(is_wanted(slice, std::string(kSubsetNames[i]))));
    }
    for (std::size_t i = 0; table_.has_vectors && i < kSubsets; ++i) {
      add_result(slice, "normalised_" + std::string(kSubsetNames[i]), counted[i],
                 normalised(means[i], baseline_));
    }
    for (std::size_t i = 0; i < kSubsets; ++i) {
      add_result(slice, "sim_" + std::string(kSubsetNames[i]), counted[i], std::move(means[i]));
    }
  }

  void add_quantiles(const Slice& slice, const std::array<Counted, kSubsets>& counted) {
    for (std::size_t i = 0; i < kSubsets; ++i) {
      auto estimates = quantiles_of(counted[i], slice, std::string(kSubsetNames[i]));
      for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
        const std::string name = std::string(kSubsetNames[i]) + std::string(kQuantiles[q].name);
        if (table_.has_vectors) {
          add_result(slice, "normalised_" + name, counted[i], normalised(estimates[q], baseline_));
        }
        add_result(slice, "sim_" + name, counted[i], std::move(estimates[q]));
      }
    }
  }

  void add_result(const Slice& slice, std::string name, const Counted& counted, Estimate estimate) {
    Result result = blank_result(frame_, table_, slice, std::move(name), counted);
    if (!counted.x.empty()) {
      add_statistic(result, estimate.value, std::move(estimate.replicates), counted.keys.size(),
                    resampler_);
    }
    results_.push_back(std::move(result));
  }

  void add_baseline(const Slice& slice) {
    Counted counted;
    for (std::size_t item = 0; item < baselines_.size(); ++item) {
      counted.add(baselines_[item], frame_.keys[item]);
    }
    add_result(slice, "baseline", counted, {baseline_.value, baseline_.replicates});
  }

  // The numbers of a column in the rows of `subset` for which all inputs exist.
  Counted count(const Slice& slice, HerosColumn column, std::size_t subset) const {
    Counted counted;
    for (const auto item : slice.items) {
      const std::size_t row = rows_[item][subset];
      if (row == kNoRow || (column == kMargin && !has_other(rows_[item], subset))) {
        ++counted.left_out["no such variant"];
      } else {
        counted.add(table_.values(row, column), frame_.keys[item]);
      }
    }
    return counted;
  }

  // Whether an item has what the margin in the row of `subset` compares it with.
  static bool has_other(const RowsOfItem& rows, std::size_t subset) {
    const auto is_there = [&](std::size_t other) { return rows[other] != kNoRow; };
    if (subset == kSynonym) return std::ranges::any_of(kMeaningChanged, is_there);
    return is_there(subset == kTypo ? kAntonym : kSynonym);
  }

  // Replicates are drawn if a result of that name is wanted, normalised or as it is.
  bool is_wanted(const Slice& slice, const std::string& name) const {
    return resampler_.wants(slice.name, "normalised_" + name) ||
           resampler_.wants(slice.name, "sim_" + name);
  }

  static Estimate mean_of(const Counted& counted, const Resampler& resampler) {
    return {mean(counted.x), resampler.means(counted.x, counted.keys)};
  }

  std::array<Estimate, kQuantiles.size()> quantiles_of(const Counted& counted, const Slice& slice,
                                                       const std::string& subset) const {
    std::array<double, kQuantiles.size()> shares{};
    std::ranges::transform(kQuantiles, shares.begin(), &Quantile::share);
    const bool wanted = std::ranges::any_of(kQuantiles, [&](const Quantile& quantile) {
      return is_wanted(slice, subset + std::string(quantile.name));
    });
    const auto replicates = resampler_.drawing(wanted).quantiles(counted.x, counted.keys, shares);
    std::array<Estimate, kQuantiles.size()> estimates;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      estimates[i] = {quantile(counted.x, shares[i]), {replicates[i].begin(), replicates[i].end()}};
    }
    return estimates;
  }

  const Frame& frame_;
  const std::vector<RowsOfItem>& rows_;
  const Table& table_;
  const Resampler& resampler_;
  std::vector<Result>& results_;
  std::vector<double> baselines_;  // an item
  Baseline baseline_{kNaN, {}};
};

}  // namespace

std::vector<Result> summarise_heros(const Frame& frame, std::span<const Table> tables,
                                    const Resampler& resampler) {
  check_tables(frame, tables, kHerosColumns);
  const auto rows = rows_of(frame);
  const auto all_slices = slices(frame);
  std::vector<Result> results;
  for (const auto& table : tables) {
    HerosSummary summary(frame, rows, table, resampler, results);
    for (const auto& slice : all_slices) summary.add(slice);
  }
  return results;
}

std::vector<ItemOutcome> heros_outcomes(const Evidence& question, const Frame& frame,
                                        const Table& table) {
  check_tables(frame, {&table, 1}, kHerosColumns);
  constexpr std::string_view kBeats = "synonym_beats_";
  const bool of_typo = !question.result.starts_with(kBeats);
  const Subset closer = of_typo ? kTypo : kSynonym;
  const auto other = of_typo ? static_cast<std::size_t>(kAntonym)
                             : subset_named(question.result.substr(kBeats.size()));
  const auto rows = rows_of(frame);
  const auto numbers = row_numbers(frame);
  Outcomes found(frame.items());
  for (std::uint32_t item = 0; item < frame.items(); ++item) {
    const auto of = [&](std::size_t subset) {
      const std::size_t row = rows[item][subset];
      return row == kNoRow ? ComparedTexts{}
                           : ComparedTexts{numbers[row], 0, 1, table.values(row, kSimilarity)};
    };
    found.add(item, of(closer), of(other));
  }
  return found.take();
}

Scores heros_scores(const Frame& frame, const Table& table) {
  Scores scores{"synonym's margin", std::vector<double>(frame.items(), kNaN), kTie};
  const auto rows = rows_of(frame);
  for (std::size_t item = 0; item < frame.items(); ++item) {
    const std::size_t row = rows[item][kSynonym];
    if (row != kNoRow) scores.values[item] = table.values(row, kMargin);
  }
  return scores;
}

}  // namespace sonde
