#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "sonde/error.h"
#include "statistics/measures/testing/shapes.h"
#include "statistics/separation/replicated_bins.h"
#include "statistics/separation/testing/corpus.h"

namespace sonde {
namespace separation_replicates_test {

// Every variant as often as its item weighs.
struct Repeated {
  std::vector<double> cosines;
  std::vector<std::uint32_t> items;

  Repeated(const Variants& variants, std::span<const std::uint8_t> weights) {
    for (std::size_t i = 0; i < variants.items.size(); ++i) {
      cosines.insert(cosines.end(), weights[variants.items[i]], variants.cosines[i]);
      items.insert(items.end(), weights[variants.items[i]], variants.items[i]);
    }
  }
  operator Variants() const { return {cosines, items}; }
};

double share_of(const Repeated& kind, const std::function<bool(double)>& is) {
  return static_cast<double>(std::ranges::count_if(kind.cosines, is)) /
         static_cast<double>(kind.cosines.size());
}

std::pair<double, double> errors_at(double threshold, const Repeated& fuzzed,
                                    const Repeated& negated) {
  return {share_of(fuzzed, [&](double cosine) { return cosine < threshold; }),
          share_of(negated, [&](double cosine) { return cosine >= threshold; })};
}

void expect_as_in_full(const Corpus& corpus, double overlap_error) {
  const Resampler resampler(5, 40);
  MatrixOf<std::uint8_t> weights(40, corpus.keys.size());
  resampler.weights(corpus.keys, 0, weights.view());
  const double threshold = corpus.value().best.cosine;
  const auto ours = corpus.replicates(resampler);
  for (std::size_t r = 0; r < 40; ++r) {
    const Repeated fuzzed(corpus.of_fuzzed(), weights[r]);
    const Repeated negated(corpus.of_negated(), weights[r]);
    const Separation full = separation(fuzzed, negated);
    EXPECT_NEAR(ours.overlap[r], full.overlap, overlap_error);
    EXPECT_EQ(ours.auc[r], full.auc);
    const auto [below, above] = errors_at(threshold, fuzzed, negated);
    EXPECT_EQ(ours.false_negative_rate[r], full.best.false_negative_rate);
    EXPECT_EQ(ours.false_positive_rate[r], full.best.false_positive_rate);
    EXPECT_NEAR(ours.balanced_error[r], (below + above) / 2, 1e-12);
    EXPECT_EQ(ours.best_threshold[r], full.best.cosine);
    EXPECT_EQ(ours.limit_threshold[r], full.limit.cosine);
    EXPECT_EQ(ours.true_positive_rate[r], full.limit.true_positive_rate);
    EXPECT_NEAR(ours.fuzzed_mean[r], full.fuzzed_mean, 1e-6);
    EXPECT_NEAR(ours.negated_mean[r], full.negated_mean, 1e-6);
  }
}

TEST(SeparationReplicates, AreThoseOfTheRepeatedVariants) { expect_as_in_full({200, 3}, 1e-3); }

TEST(SeparationReplicates, OfNarrowShapesToo) { expect_as_in_full({200, 3, 0.02}, 1e-3); }

TEST(SeparationReplicates, AreTheSameBitsWhateverTheThreads) {
  const Corpus corpus(100, 3);
  const auto one = corpus.replicates(Resampler(5, 100, 1));
  const auto four = corpus.replicates(Resampler(5, 100, 4));
  const auto more = corpus.replicates(Resampler(5, 130, 4));
  EXPECT_EQ(one.overlap, four.overlap);
  EXPECT_EQ(one.best_threshold, four.best_threshold);
  EXPECT_TRUE(std::equal(one.overlap.begin(), one.overlap.end(), more.overlap.begin()));
}

TEST(SeparationReplicates, WeighAsMeansDo) {
  const Corpus corpus(60, 2);
  const Resampler resampler(7, 50);
  std::vector<std::uint64_t> keys;
  for (const std::uint32_t item : corpus.fuzzed_items) keys.push_back(corpus.keys[item]);
  const auto means = resampler.means(corpus.fuzzed, keys);
  const auto ours = corpus.replicates(resampler);
  for (std::size_t r = 0; r < 50; ++r) EXPECT_NEAR(ours.fuzzed_mean[r], means[r], 1e-5);
}

TEST(SeparationReplicates, LieAboutTheValue) {
  const Corpus corpus(500, 3);
  const auto value = corpus.value();
  const auto replicates = corpus.replicates(Resampler(5, 500));
  const Interval auc = Resampler::percentile(replicates.auc);
  EXPECT_LT(auc.low, value.auc);
  EXPECT_GT(auc.high, value.auc);
  EXPECT_NEAR(auc.high - auc.low, 0.04, 0.02);
  const Interval overlap = Resampler::percentile(replicates.overlap);
  EXPECT_LT(overlap.low, value.overlap);
  EXPECT_GT(overlap.high, value.overlap);
}

// For two identical kinds every replicate overlaps less than the sample.
TEST(SeparationReplicates, AreCentredOnTheOverlap) {
  Corpus corpus(120, 3);
  corpus.negated = Corpus(120, 3, 1, 2).fuzzed;
  corpus.negated_items = corpus.fuzzed_items;
  const double overlap = corpus.value().overlap;
  auto replicates = corpus.replicates(Resampler(5, 500)).overlap;
  const double high_before = Resampler::percentile(replicates).high;
  centre_overlaps(replicates, overlap);
  const Interval interval = Resampler::percentile(replicates);
  EXPECT_LT(interval.low, overlap);
  EXPECT_GT(interval.high, overlap);
  EXPECT_GT(interval.high, high_before);
  EXPECT_LE(interval.high, 1);
}

TEST(SeparationReplicates, KnowWhatIsFinerThanBins) {
  std::vector<double> fuzzed, negated;
  std::vector<std::uint32_t> items;
  std::vector<std::uint64_t> keys;
  for (std::uint32_t item = 0; item < 300; ++item) {
    negated.push_back(0.1 + 0.4 * (item % 3));
    fuzzed.push_back(negated.back() + 1e-7);
    items.push_back(item);
    keys.push_back(random_bits(1, 2, item));
  }
  const auto replicates =
      separation_replicates(Resampler(1, 200), {fuzzed, items}, {negated, items}, keys);
  const Interval auc = Resampler::percentile(replicates.auc);
  EXPECT_NEAR((auc.low + auc.high) / 2, 2.0 / 3, 0.01);  // in bins it is 1/2
}

TEST(SeparationReplicates, AreUndefinedWhereTheValueIs) {
  const std::vector<std::uint64_t> keys{11, 22, 33};
  const std::vector<double> varied{0.1, 0.5, 0.6}, constant{0.9, 0.9, 0.9};
  const std::vector<std::uint32_t> items{0, 1, 2}, one{1, 1, 1};
  const auto count = [](const std::vector<double>& values) {
    return std::ranges::count_if(values, [](double value) { return !std::isnan(value); });
  };
  const auto flat =
      separation_replicates(Resampler(1, 64), {constant, items}, {varied, items}, keys);
  EXPECT_EQ(count(flat.overlap), 0);
  EXPECT_GT(count(flat.auc), 50);
  const auto single = separation_replicates(Resampler(1, 64), {varied, one}, {varied, one}, keys);
  EXPECT_EQ(count(single.auc), 0);
  const auto none = separation_replicates(Resampler(1, 64), {}, {varied, items}, keys);
  EXPECT_EQ(count(none.auc), 0);
  EXPECT_GT(count(none.negated_mean), 50);
  const auto empty = separation_replicates(Resampler(1, 64), {}, {}, {});
  EXPECT_EQ(empty.auc.size(), 64U);
  EXPECT_THROW(separation_replicates(Resampler(1, 1), {varied, items}, {varied, items}, {}), Error);
}

TEST(SeparationReplicates, ErrInHalfWhereNoThresholdIsBetterThanChance) {
  const Corpus corpus(60, 3);
  std::vector<double> above(corpus.negated.size(), 0.999), below(corpus.fuzzed.size(), 0.2);
  const auto backwards = separation_replicates(Resampler(1, 64), {below, corpus.fuzzed_items},
                                               {above, corpus.negated_items}, corpus.keys);
  EXPECT_EQ(backwards.balanced_error, std::vector<double>(64, 0.5));
  EXPECT_TRUE(
      std::ranges::all_of(backwards.false_negative_rate, [](double x) { return std::isnan(x); }));
}

TEST(SeparationReplicates, TakeAnyBandwidthAndRange) {
  const Corpus corpus(50, 2);
  for (const double factor : {1e-12, 1e-3, 10.0, 1e12}) {
    const auto replicates =
        separation_replicates(Resampler(1, 16), corpus.of_fuzzed(), corpus.of_negated(),
                              corpus.keys, {{BandwidthRule::kFactor, factor}});
    EXPECT_FALSE(std::isnan(replicates.auc[0])) << factor;
  }
  auto far = corpus;
  far.fuzzed[3] = 1e6;
  EXPECT_EQ(far.replicates(Resampler(1, 16)).auc.size(), 16U);
}

struct Number {
  const char* name;
  double (*value)(const Separation&);
  std::vector<double> SeparationReplicates::* replicates;
};
constexpr Number kNumbers[] = {
    {"overlap", [](const Separation& s) { return s.overlap; }, &SeparationReplicates::overlap},
    {"auc", [](const Separation& s) { return s.auc; }, &SeparationReplicates::auc},
    {"best cosine", [](const Separation& s) { return s.best.cosine; },
     &SeparationReplicates::best_threshold},
    {"fuzzed below", [](const Separation& s) { return s.best.false_negative_rate; },
     &SeparationReplicates::false_negative_rate},
    {"negated above", [](const Separation& s) { return s.best.false_positive_rate; },
     &SeparationReplicates::false_positive_rate},
    {"mean error", [](const Separation& s) { return s.best.balanced_error; },
     &SeparationReplicates::balanced_error},
    {"limit cosine", [](const Separation& s) { return s.limit.cosine; },
     &SeparationReplicates::limit_threshold},
    {"fuzzed above limit", [](const Separation& s) { return s.limit.true_positive_rate; },
     &SeparationReplicates::true_positive_rate},
    {"fuzzed mean", [](const Separation& s) { return s.fuzzed_mean; },
     &SeparationReplicates::fuzzed_mean},
    {"negated mean", [](const Separation& s) { return s.negated_mean; },
     &SeparationReplicates::negated_mean},
    {"fuzzed deviation", [](const Separation& s) { return s.fuzzed_deviation; },
     &SeparationReplicates::fuzzed_deviation},
    {"negated deviation", [](const Separation& s) { return s.negated_deviation; },
     &SeparationReplicates::negated_deviation}};

// `variants` neighbours belong to an item.
std::vector<std::uint32_t> items_of(std::size_t count, std::uint32_t variants) {
  std::vector<std::uint32_t> items(count);
  for (std::uint32_t i = 0; i < count; ++i) items[i] = i / variants;
  return items;
}

void expect_values_in_intervals(const Shape& shape, std::uint32_t variants) {
  const auto fuzzed_items = items_of(shape.a.size(), variants);
  const auto negated_items = items_of(shape.b.size(), variants);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t item = 0; item < std::max(shape.a.size(), shape.b.size()); ++item) {
    keys.push_back(random_bits(4, 2, item));
  }
  const Variants fuzzed{shape.a, fuzzed_items}, negated{shape.b, negated_items};
  const Separation value = separation(fuzzed, negated);
  auto all = separation_replicates(Resampler(5, 128), fuzzed, negated, keys);
  centre_overlaps(all.overlap, value.overlap);
  for (const Number& number : kNumbers) {
    const Interval interval = Resampler::percentile(all.*number.replicates);
    if (std::isnan(interval.low) || std::isnan(number.value(value))) continue;
    EXPECT_LE(interval.low, number.value(value) + 1e-9) << shape.name << ": " << number.name;
    EXPECT_GE(interval.high, number.value(value) - 1e-9) << shape.name << ": " << number.name;
  }
}

std::vector<Shape> tied_shapes(std::size_t n) {
  const std::vector<double> constant(n, 0.7), ones(n, 1);
  std::vector<Shape> all;
  for (const double to : {0.01, 0.1, 0.5}) {
    all.push_back(
        {"rounded", rounded(normal(n, 21, 0.9, 0.05), to), rounded(normal(n, 22, 0.8, 0.08), to)});
    all.push_back({"rounded at the end", rounded(clipped(normal(n, 23, 1, 0.1)), to),
                   rounded(clipped(normal(n, 24, 0.98, 0.1)), to)});
  }
  all.push_back({"constant", constant, constant});
  const std::vector<double> between(n, 0.70035);
  all.push_back({"constant between points of the grid", between, between});
  all.push_back({"one constant", constant, normal(n, 25, 0.6, 0.1)});
  all.push_back({"ones among others", both(normal(n, 26, 0.9, 0.05), ones),
                 both(normal(n, 27, 0.8, 0.05), std::vector<double>(n / 8, 1))});
  all.push_back({"apart by far", normal(n, 28, 0.9, 0.01), normal(n, 29, 0.1, 0.01)});
  return all;
}

TEST(SeparationReplicates, HoldTheValueWhateverTheShape) {
  for (const std::size_t n : {12U, 40U, 300U}) {
    for (const Shape& shape : shapes(n)) {
      if (shape.a.size() >= 10) expect_values_in_intervals(shape, n < 50 ? 1 : 3);
    }
  }
}

TEST(SeparationReplicates, HoldTheValueOfTies) {
  for (const std::size_t n : {12U, 40U, 300U, 6000U}) {
    for (const Shape& shape : tied_shapes(n)) expect_values_in_intervals(shape, n < 50 ? 1 : 3);
  }
}

// The case of a good encoder: the bins that the fuzzed ones need would be too many for the negated.
TEST(SeparationReplicates, OfANarrowKindFarFromAWideOne) {
  std::vector<double> fuzzed, negated;
  std::vector<std::uint64_t> keys;
  for (std::uint32_t item = 0; item < 60; ++item) {
    keys.push_back(random_bits(1, 2, item));
    fuzzed.push_back(0.999 - std::abs(0.0005 * Normals(3, item).first));
    negated.push_back(0.2 + 0.79 * unit_interval(random_bits(1, 3, item)));
  }
  const auto items = items_of(60, 1);
  const Variants f{fuzzed, items}, g{negated, items};
  auto overlap = separation_replicates(Resampler(1, 200), f, g, keys).overlap;
  centre_overlaps(overlap, separation(f, g).overlap);
  const Interval interval = Resampler::percentile(overlap);
  EXPECT_LE(interval.low, separation(f, g).overlap);
  EXPECT_GE(interval.high, separation(f, g).overlap);
  EXPECT_LT(interval.high, 0.02);
}

TEST(ThresholdCells, HoldEqualSharesButForWhatIsTiedOrAlone) {
  const auto values = both(normal(40'000, 1, 0.5, 0.2), std::vector<double>(1000, 0.625));
  const Variants kind{values, {}};
  const double alone = values[7];
  const ThresholdCells cells(kind, kind, std::array{alone}, 100);
  ASSERT_LE(cells.size(), 204U);
  std::vector<std::size_t> held(cells.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t cell = cells.fuzzed()[i];
    ++held[cell];
    EXPECT_TRUE(cells.lowest(cell) <= values[i] && values[i] <= cells.highest(cell));
    EXPECT_EQ(cells.negated()[i], cell);
  }
  for (const double one : {alone, 0.625}) {
    const std::size_t cell = cells.from(one);
    EXPECT_EQ(cells.lowest(cell), one);
    EXPECT_EQ(cells.highest(cell), one);
  }
  for (std::size_t cell = 0; cell < held.size(); ++cell) {
    EXPECT_TRUE(held[cell] <= 410 || cell == cells.from(0.625)) << held[cell];
  }
}

// More variants than the limit for storing cells.
TEST(SeparationReplicates, LookUpTheCellsOfVeryManyVariants) {
  std::vector<double> fuzzed, negated;
  std::vector<std::uint64_t> keys;
  for (std::uint32_t item = 0; item < 12'000; ++item) {
    keys.push_back(random_bits(1, 2, item));
    for (std::uint32_t variant = 0; variant < 50; ++variant) {
      const Normals draw(variant, item);
      fuzzed.push_back(std::round(50 * (0.6 + 0.1 * draw.first)) / 50);
      negated.push_back(std::round(50 * (0.5 + 0.1 * draw.second)) / 50);
    }
  }
  const auto items = items_of(fuzzed.size(), 50);
  const Variants f{fuzzed, items}, g{negated, items};
  const Resampler resampler(5, 2);
  MatrixOf<std::uint8_t> weights(2, keys.size());
  resampler.weights(keys, 0, weights.view());
  const auto ours = separation_replicates(resampler, f, g, keys);
  const Separation full = separation(Repeated(f, weights[1]), Repeated(g, weights[1]));
  EXPECT_EQ(ours.best_threshold[1], full.best.cosine);
  EXPECT_EQ(ours.limit_threshold[1], full.limit.cosine);
  EXPECT_EQ(ours.true_positive_rate[1], full.limit.true_positive_rate);
}

// In cells that several values share, a limit is almost exactly the one among them all.
TEST(ThresholdCells, OfManyValuesLieNearTheExactLimit) {
  const auto fuzzed = normal(50'000, 1, 0.6, 0.2), negated = normal(50'000, 2, 0.5, 0.2);
  const Variants f{fuzzed, {}}, g{negated, {}};
  const ThresholdCells cells(f, g, {}, 200);
  CellCounts counts{std::vector<std::uint32_t>(cells.size()),
                    std::vector<std::uint32_t>(cells.size())};
  for (const auto cell : cells.fuzzed()) ++counts.fuzzed[cell];
  for (const auto cell : cells.negated()) ++counts.negated[cell];
  const auto items = items_of(50'000, 1);
  const Separation exact = separation({fuzzed, items}, {negated, items});
  const LimitThreshold limit = limit_threshold(cells, counts, 0.05);
  EXPECT_NEAR(limit.cosine, exact.limit.cosine, 5e-4);
  EXPECT_NEAR(limit.true_positive_rate, exact.limit.true_positive_rate, 5e-4);
  EXPECT_NEAR(errors_from(cells.from(best_threshold(cells, counts)), counts).balanced_error,
              exact.best.balanced_error, 1e-3);
}

TEST(ReplicatedBins, AreTheSameOnEveryProcessor) {
  const Corpus corpus(300, 3);
  const Bins bins{0, 1, 4000};
  const ThresholdCells cells(corpus.of_fuzzed(), corpus.of_negated(), {});
  CellCounts in_cells{std::vector<std::uint32_t>(cells.size()),
                      std::vector<std::uint32_t>(cells.size())};
  CellCounts in_best = in_cells;
  ReplicatedBins replicated({corpus.of_fuzzed(), bins}, {corpus.of_negated(), bins}, corpus.keys,
                            cells);
  Keys keys{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) keys[lane] = stream_key(1, lane);
  std::vector<double> counts(bins.count), best(bins.count);
  for (const CpuClass level : {CpuClass::kBaseline, CpuClass::kAvx2, CpuClass::kAvx512}) {
    if (level > kernel_class()) continue;
    replicated.draw(keys, level);
    replicated.in_cells(3, in_cells);
    replicated.negated(kLanes - 1, counts);
    replicated.draw(keys);
    replicated.negated(kLanes - 1, best);
    EXPECT_EQ(counts, best);
    replicated.in_cells(3, in_best);
    EXPECT_EQ(in_cells.fuzzed, in_best.fuzzed);
    EXPECT_EQ(in_cells.negated, in_best.negated);
  }
}

}  // namespace separation_replicates_test
}  // namespace sonde
