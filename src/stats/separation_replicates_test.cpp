#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sonde/error.h"
#include "stats/corpus.h"
#include "stats/replicated_bins.h"

namespace sonde {
namespace {

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
    EXPECT_NEAR(ours.auc[r], full.auc, 1e-3);
    const auto [below, above] = errors_at(threshold, fuzzed, negated);
    EXPECT_NEAR(ours.fuzzed_below[r], below, 1e-12);
    EXPECT_NEAR(ours.negated_above[r], above, 1e-12);
    EXPECT_NEAR(ours.mean_error[r], (below + above) / 2, 1e-12);
    const auto [best_below, best_above] = errors_at(ours.best_cosine[r], fuzzed, negated);
    EXPECT_NEAR((best_below + best_above) / 2, full.best.mean_error, 0.01);
    EXPECT_NEAR(ours.limit_cosine[r], full.limit.cosine, 0.005);
    EXPECT_NEAR(ours.fuzzed_above_limit[r], full.limit.fuzzed_above, 0.03);
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
  EXPECT_EQ(one.best_cosine, four.best_cosine);
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

// Of two kinds that are alike every replicate overlaps less than the sample.
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

TEST(ReplicatedBins, AreTheSameOnEveryProcessor) {
  const Corpus corpus(300, 3);
  const Bins bins{0, 1, 4000};
  ReplicatedBins replicated(corpus.of_fuzzed(), corpus.of_negated(), corpus.keys, bins, 0.9);
  Keys keys{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) keys[lane] = stream_key(1, lane);
  std::vector<double> counts(bins.count), best(bins.count);
  for (const CpuClass level : {CpuClass::kBaseline, CpuClass::kAvx2, CpuClass::kAvx512}) {
    if (level > kernel_class()) continue;
    replicated.draw(keys, level);
    const auto above = replicated.negated_above(3);
    replicated.negated(kLanes - 1, counts);
    replicated.draw(keys);
    replicated.negated(kLanes - 1, best);
    EXPECT_EQ(counts, best);
    EXPECT_EQ(above, replicated.negated_above(3));
  }
}

}  // namespace
}  // namespace sonde
