#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/names.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/records.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"
#include "probes/shared/ties.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

// The three pairs of a triplet, in the order of its rows.
enum Pair : std::size_t { kSPlus, kSStar, kPlusStar, kPairs };

constexpr std::array<std::string_view, kPairs> kPairNames{"sim_s_plus", "sim_s_star",
                                                          "sim_plus_star"};
constexpr std::array<std::array<std::uint32_t, 2>, kPairs> kPlaces{{{0, 1}, {0, 2}, {1, 2}}};

using Similarities = std::array<double, kPairs>;

// A test passes if the similarity of `nearer` is above those of all of `than`.
struct Rule {
  Pair nearer;
  std::array<Pair, 2> than;  // both the same for a single one

  // The margin by which it passes: the smallest of the differences.
  double margin(const Similarities& sim) const {
    const double first = sim[nearer] - sim[than[0]];
    const double second = sim[nearer] - sim[than[1]];
    return std::isnan(first) || std::isnan(second) ? NAN : std::min(first, second);
  }
};

constexpr Rule kSamePlusNearer{kSPlus, {kSStar, kSStar}};

// The tests of section 2.2, by the roles and rules of section 3.3.
struct Test {
  std::string_view name;
  Rule rule;
  bool published_differs = false;  // the printed accuracies are kSamePlusNearer's
};

constexpr Test kTests[] = {{"plain", kSamePlusNearer},
                           {"negation-detection", kSamePlusNearer},
                           {"negation-variants", {kPlusStar, {kSPlus, kSStar}}},
                           {"clause-relatedness", kSamePlusNearer},
                           {"argument-sensitivity", {kSPlus, {kPlusStar, kPlusStar}}, true},
                           {"fixed-point-reorder", kSamePlusNearer}};

enum TripletField : std::size_t { kS, kPlus, kStar };

std::vector<Field> triplet_fields() {
  return {{"S", {"s", "original", "anchor", "sentence", "query", "sent0"}},
          {"S+", {"s+", "s_plus", "plus", "positive", "same", "pos", "sent1"}},
          {"S*", {"s*", "s_star", "star", "negative", "contrast", "changed", "neg", "hard_neg"}}};
}

enum Column : std::size_t { kSimilarity, kMargin };

class Triplets : public Probe, public RowMeanings {
 public:
  explicit Triplets(const Test& test) : test_(test), fields_(triplet_fields()) {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.texts = {{take_sentence(record, fields_, kS), Side::kFirst},
                  {take_sentence(record, fields_, kPlus), Side::kSecond, false},
                  {take_sentence(record, fields_, kStar), Side::kSecond, false}};
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      item.rows.push_back({std::string(kPairNames[pair]), {kPlaces[pair][0], kPlaces[pair][1]}});
    }
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    return item;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    for (std::size_t triplet = 0; triplet < block.items.size(); ++triplet) {
      const Similarities sim = similarities(block, triplet);
      for (std::size_t pair = 0; pair < kPairs; ++pair) {
        out(kPairs * triplet + pair, kSimilarity) = sim[pair];
        out(kPairs * triplet + pair, kMargin) = test_.rule.margin(sim);
      }
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override;

  Scores scores(const Frame& frame, const Table& table) const override {
    Scores margins{"margin", std::vector<double>(frame.items()), kTie};
    for (std::size_t triplet = 0; triplet < frame.items(); ++triplet) {
      margins.values[triplet] = table.values(kPairs * triplet, kMargin);
    }
    return margins;
  }

  std::vector<ItemOutcome> outcomes(const Evidence&, const Frame& frame,
                                    const Table& table) const override;

  RowMeaning meaning(std::string_view label, double) const override {
    const auto& rule = test_.rule;
    const auto is = [&](Pair pair) { return label == kPairNames[pair]; };
    if (is(rule.nearer)) return RowMeaning::kSame;
    return is(rule.than[0]) || is(rule.than[1]) ? RowMeaning::kChanged : RowMeaning::kNeither;
  }

 private:
  static Similarities similarities(const Block& block, std::size_t triplet);

  const Test& test_;
  std::vector<Field> fields_;
  std::vector<Measurement> measurements_{{"similarity", false, true}, {"margin"}};
};

Similarities Triplets::similarities(const Block& block, std::size_t triplet) {
  Similarities sim;
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    const auto [first, second] = kPlaces[pair];
    sim[pair] = block.vectors.rows() == 0 ? block.similarities[kPairs * triplet + pair]
                                          : cosine(block.vectors[3 * triplet + first],
                                                   block.vectors[3 * triplet + second]);
  }
  return sim;
}

std::vector<ItemOutcome> Triplets::outcomes(const Evidence&, const Frame& frame,
                                            const Table& table) const {
  check_shape(frame, {&table, 1}, kPairs, measurements_.size());
  Outcomes found(frame.items());
  for (std::uint32_t triplet = 0; triplet < frame.items(); ++triplet) {
    const auto compared = [&](Pair pair) {
      return ComparedTexts{static_cast<std::uint32_t>(pair), 0, 1,
                           table.values(kPairs * triplet + pair, kSimilarity)};
    };
    const auto [first, second] = test_.rule.than;
    const auto a = compared(first), b = compared(second);
    found.add(triplet, table.values(kPairs * triplet, kMargin), compared(test_.rule.nearer),
              a.similarity >= b.similarity ? a : b);
  }
  return found.take();
}

// The summaries of one subject's triplets in one slice.
class TripletSummary {
 public:
  TripletSummary(const Frame& frame, const Table& table, const Slice& slice,
                 const Resampler& resampler)
      : frame_(frame), table_(table), slice_(slice), resampler_(resampler) {}

  // The mean of a number an item.
  template <class Number>
  Result mean(std::string name, Better better, const Number& number) const {
    const Counted counted = count(number);
    Result result = blank_result(frame_, table_, slice_, std::move(name), counted);
    result.better = better;
    add_mean(result, counted, resampler_);
    return result;
  }

  // The share of items for whose number `is` is true.
  template <class Number, class Is>
  Result share(std::string name, Better better, const Number& number, const Is& is) const {
    Counted counted = count(number);
    for (double& value : counted.x) value = is(value) ? 1 : 0;
    Result result = blank_result(frame_, table_, slice_, std::move(name), counted);
    result.better = better;
    add_proportion(result, counted, resampler_);
    return result;
  }

  double value(std::size_t triplet, Pair pair, Column column) const {
    return table_.values(kPairs * triplet + pair, column);
  }

 private:
  template <class Number>
  Counted count(const Number& number) const {
    Counted counted;
    for (const auto triplet : slice_.items) {
      counted.add(number(triplet), frame_.keys[triplet]);
    }
    return counted;
  }

  const Frame& frame_;
  const Table& table_;
  const Slice& slice_;
  const Resampler& resampler_;
};

void add_results(const Test& test, const TripletSummary& summary, std::vector<Result>& results) {
  const auto similarity = [&](Pair pair) {
    return
        [&summary, pair](std::size_t triplet) { return summary.value(triplet, pair, kSimilarity); };
  };
  const auto margin = [&](std::size_t triplet) { return summary.value(triplet, kSPlus, kMargin); };
  results.push_back(summary.share("accuracy", Better::kHigher, margin, is_above));
  if (test.published_differs) {
    const auto published = [&](std::size_t triplet) {
      return similarity(kSPlus)(triplet) - similarity(kSStar)(triplet);
    };
    results.push_back(summary.share("accuracy_published", Better::kHigher, published, is_above));
  }
  results.push_back(summary.share("ties", Better::kLower, margin, is_tie));
  results.push_back(summary.mean("margin", Better::kHigher, margin));
  for (const Pair pair : {kSPlus, kSStar, kPlusStar}) {
    results.push_back(
        summary.mean(std::string(kPairNames[pair]), Better::kNeither, similarity(pair)));
  }
}

std::vector<Result> Triplets::summarise(const Frame& frame, std::span<const Table> tables,
                                        const Resampler& resampler) const {
  check_shape(frame, tables, kPairs, measurements_.size());
  std::vector<Result> results;
  const auto all_slices = slices(frame);
  for (const auto& table : tables) {
    for (const auto& slice : all_slices) {
      add_results(test_, TripletSummary(frame, table, slice, resampler), results);
    }
  }
  return results;
}

const Test& test_named(const std::string& name) {
  return find_row(kTests, "test of triplets", name);
}

// The option wins over the card.
const Test& chosen_test(Options& options, const std::map<std::string, std::string>& dataset) {
  const auto card = dataset.find("test");
  const bool by_card = card != dataset.end() && !options.has("test");
  const std::string name = options.text("test", by_card ? card->second : "plain");
  if (!by_card) return test_named(name);
  return reading_setting("test", [&]() -> const Test& { return test_named(name); });
}

}  // namespace

std::unique_ptr<Probe> make_triplets(const Spec& spec,
                                     const std::map<std::string, std::string>& dataset) {
  reject_unknown_settings(dataset, {"test"});
  Options options(spec);
  const Test& test = chosen_test(options, dataset);
  options.done();
  return std::make_unique<Triplets>(test);
}

}  // namespace sonde
