#include <algorithm>
#include <cmath>
#include <utility>

#include "base/names.h"
#include "base/parse.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/records.h"
#include "probes/shared/results.h"
#include "probes/shared/standardize.h"
#include "probes/shared/table_shape.h"
#include "probes/sts/reliability_settings.h"
#include "probes/sts/sts_reference.h"
#include "sonde/error.h"
#include "sonde/resampling.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

using Similarity = double (*)(std::span<const float>, std::span<const float>);

struct NamedSimilarity {
  std::string_view name;
  Similarity compute;
};

constexpr NamedSimilarity kSimilarities[] = {
    {"cosine", cosine}, {"dot", dot}, {"l1", negative_l1}, {"l2", negative_l2}};

// Spearman's first: others are shown next to it.
constexpr Correlation kCorrelations[] = {Correlation::kSpearman, Correlation::kPearson,
                                         Correlation::kKendall};

std::string name_of(Correlation kind) {
  switch (kind) {
    case Correlation::kSpearman:
      return "spearman";
    case Correlation::kPearson:
      return "pearson";
    case Correlation::kKendall:
      break;
  }
  return "kendall";
}

enum StsField : std::size_t { kFirst, kSecond, kGold };

std::vector<Field> sts_fields() {
  std::vector<Field> fields{
      {"first", {"sentence1", "sentence_1", "sentence_a", "s1", "a", "text1"}},
      {"second", {"sentence2", "sentence_2", "sentence_b", "s2", "b", "text2"}},
      {"gold",
       {"score", "rating", "similarity", "similarity_score", "relatedness_score", "human", "sim"}}};
  for (auto& field : fields) field.spelled_freely = true;
  return fields;
}

Standardize standardize_option(Options& options) {
  const std::string name = options.choice("standardize", "none", {"none", "separate", "joint"});
  if (name == "separate") return Standardize::kSeparate;
  return name == "joint" ? Standardize::kJoint : Standardize::kNone;
}

Similarity similarity_option(Options& options) {
  return find_row(kSimilarities, "similarity", options.text("similarity", "cosine")).compute;
}

// The option wins over the card.
std::string reference_option(Options& options, const std::map<std::string, std::string>& dataset) {
  const auto card = dataset.find("reference");
  return options.text("reference", card == dataset.end() ? "" : card->second);
}

// Whether the data set's card says that a comma in a number is decimal.
bool has_decimal_comma(const std::map<std::string, std::string>& dataset) {
  const auto decimal = dataset.find("decimal");
  if (decimal == dataset.end() || decimal->second == ".") return false;
  if (decimal->second == ",") return true;
  throw input_error("'decimal' is neither \",\" nor \".\"", {"", 0, "decimal", ""});
}

class Sts : public Probe, public RowMeanings {
 public:
  Sts(Options& options, NoiseCeilings ceilings, std::string reference, bool decimal_comma)
      : ceilings_(std::move(ceilings)),
        reference_(std::move(reference)),
        decimal_comma_(decimal_comma),
        similarity_(similarity_option(options)),
        standardize_(standardize_option(options)),
        same_(options.number("same", NAN)),
        fields_(sts_fields()),
        measurements_{{"similarity", standardize_ != Standardize::kNone,
                       standardize_ == Standardize::kNone && similarity_ == cosine}} {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.rows = {{"", {0, 1}, gold_of(record)}};
    item.texts = {{take_sentence(record, fields_, kFirst), Side::kFirst},
                  {take_sentence(record, fields_, kSecond), Side::kSecond}};
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    return item;
  }

  std::unique_ptr<Fitter> fitter(std::uint64_t) const override {
    return standardize_ == Standardize::kNone ? nullptr : standardize_fitter(standardize_);
  }

  void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const override {
    for (std::size_t pair = 0; pair < block.items.size(); ++pair) {
      out(pair, 0) = similarity(block, pair, fitted);
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override;
  Scores scores(const Frame& frame, const Table& table) const override;

  bool has_options() const override { return !std::isnan(same_); }
  RowMeaning meaning(std::string_view, double gold) const override {
    if (!has_options()) {
      throw usage_error("a threshold needs to know which pairs mean the same",
                        "give the lowest rating of such pairs: sts?threshold=0.8&same=4, or "
                        "same=1 for the labels same and changed");
    }
    if (std::isnan(gold)) return RowMeaning::kNeither;
    return gold >= same_ ? RowMeaning::kSame : RowMeaning::kChanged;
  }

 private:
  // A rating, or the labels "same" and "changed" as 1 and 0.
  double gold_of(const Record& record) const {
    const std::string_view label = trimmed(record.values[kGold]);
    if (label == "same" || label == "changed") return label == "same" ? 1 : 0;
    return number_at(record, fields_, kGold, decimal_comma_);
  }
  double similarity(const Block& block, std::size_t pair, const Fitted& fitted) const;
  Counted count(const Frame& frame, const Table& table, const Slice& slice) const;

  NoiseCeilings ceilings_;
  std::string reference_;  // a slice (empty: none)
  bool decimal_comma_;     // in ratings
  Similarity similarity_;
  Standardize standardize_;
  double same_;  // the lowest rating of two sentences that mean the same, or NaN
  std::vector<Field> fields_;
  std::vector<Measurement> measurements_;
};

double Sts::similarity(const Block& block, std::size_t pair, const Fitted& fitted) const {
  if (block.vectors.rows() == 0) {
    return standardize_ == Standardize::kNone ? block.similarities[pair] : NAN;
  }
  const std::size_t first = 2 * pair, second = first + 1;
  if (standardize_ == Standardize::kNone) {
    return similarity_(block.vectors[first], block.vectors[second]);
  }
  auto a = whole_vector(block, first), b = whole_vector(block, second);
  standardize(standardize_, fitted, Side::kFirst, a);
  standardize(standardize_, fitted, Side::kSecond, b);
  return similarity_(a, b);
}

Counted Sts::count(const Frame& frame, const Table& table, const Slice& slice) const {
  const bool supported = table.has_vectors || !measurements_[0].needs_vectors;
  Counted counted;
  for (const auto pair : slice.items) {
    const double value = table.values(pair, 0);
    if (std::isnan(frame.gold[pair])) {
      ++counted.left_out["no rating"];
    } else if (std::isnan(value)) {
      ++counted.left_out[supported ? "undefined similarity" : "needs vectors"];
    } else {
      counted.x.push_back(value);
      counted.y.push_back(frame.gold[pair]);
      counted.keys.push_back(frame.keys[pair]);
    }
  }
  return counted;
}

// Why a correlation of pairs is undefined.
std::string no_correlation(const Counted& pairs) {
  if (pairs.x.size() < 2) return "fewer than two pairs";
  const auto constant = [](const std::vector<double>& values) {
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
  };
  if (constant(pairs.x)) return "all similarities are the same";
  return constant(pairs.y) ? "all ratings are the same" : "too little spread";
}

std::vector<Result> Sts::summarise(const Frame& frame, std::span<const Table> tables,
                                   const Resampler& resampler) const {
  check_shape(frame, tables, 1, measurements_.size());
  std::vector<Result> results;
  const auto all_slices = slices(frame);
  for (const auto& table : tables) {
    std::vector<MeasuredSlice> measured;
    for (const auto& slice : all_slices) {
      Counted pairs = count(frame, table, slice);
      const bool wanted =
          !reference_.empty() || std::ranges::any_of(kCorrelations, [&](Correlation kind) {
            return resampler.wants(slice.name, name_of(kind));
          });
      const auto replicates =
          resampler.drawing(wanted).correlations(kCorrelations, pairs.x, pairs.y, pairs.keys);
      const std::size_t items = pairs.distinct_items();
      const std::size_t first = results.size();
      std::size_t row = 0;
      for (const auto kind : kCorrelations) {
        Result result = blank_result(frame, table, slice, name_of(kind), pairs);
        result.better = Better::kHigher;
        add_correlation(result, kind, pairs, items, replicates[row++], resampler);
        if (std::isnan(result.value) && result.n > 0) result.why[no_correlation(pairs)];
        results.push_back(std::move(result));
      }
      if (reference_.empty()) continue;
      const auto spearmans = replicates[0];
      measured.push_back({slice.name,
                          std::move(pairs),
                          results[first].value,
                          {spearmans.begin(), spearmans.end()}});
    }
    if (reference_.empty()) continue;
    compare_with_reference(results, reference_, frame, table, measured, resampler);
  }
  ceilings_.add_to(results, frame, all_slices);
  if (!reference_.empty()) rate_with_reference(results, reference_, frame, all_slices, resampler);
  return results;
}

// For each pair, the share of pairs that are below.
std::vector<double> rank_shares(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  std::vector<double> shares;
  for (const double value : values) shares.push_back(share_below(sorted, value));
  return shares;
}

// Encoders differ in scale, so places in the order are compared, not similarities.
Scores Sts::scores(const Frame& frame, const Table& table) const {
  Scores scores{"agreement in rank", std::vector<double>(frame.items(), NAN)};
  std::vector<double> values, golds;
  const auto counts = [&](std::size_t pair) {
    return !std::isnan(frame.gold[pair]) && !std::isnan(table.values(pair, 0));
  };
  for (std::size_t pair = 0; pair < frame.items(); ++pair) {
    if (!counts(pair)) continue;
    values.push_back(table.values(pair, 0));
    golds.push_back(frame.gold[pair]);
  }
  const auto ranks = rank_shares(values), gold_ranks = rank_shares(golds);
  for (std::size_t pair = 0, i = 0; pair < frame.items(); ++pair) {
    if (counts(pair)) scores.values[pair] = 1 - std::abs(ranks[i] - gold_ranks[i]), ++i;
  }
  return scores;
}

}  // namespace

std::unique_ptr<Probe> make_sts(const Spec& spec,
                                const std::map<std::string, std::string>& dataset) {
  NoiseCeilings ceilings(dataset);
  reject_unknown_settings(without_reliability(dataset),
                          {"ratings", "ratings_drop", "reliability", "reference", "decimal"});
  Options options(spec);
  std::string reference = reference_option(options, dataset);
  auto probe = std::make_unique<Sts>(options, std::move(ceilings), std::move(reference),
                                     has_decimal_comma(dataset));
  options.done();
  return probe;
}

}  // namespace sonde
