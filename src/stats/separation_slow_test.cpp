#include <gtest/gtest.h>

#include "stats/corpus.h"

namespace sonde {
namespace {

bool holds(const std::vector<double>& replicates, double truth) {
  const Interval interval = Resampler::percentile(replicates);
  return interval.low <= truth && truth <= interval.high;
}

TEST(SeparationCoverage, OfOverlapAndAucIsNearly95Percent) {
  constexpr std::uint64_t kSamples = 150;
  const Separation truth = Corpus(100'000, 3).value();
  int overlap = 0, auc = 0, error = 0;
  for (std::uint64_t sample = 1; sample <= kSamples; ++sample) {
    const Corpus corpus(100, 3, 1, sample);
    auto replicates = corpus.replicates(Resampler(5, 200));
    centre_overlaps(replicates.overlap, corpus.value().overlap);
    overlap += holds(replicates.overlap, truth.overlap);
    auc += holds(replicates.auc, truth.auc);
    error += holds(replicates.mean_error, truth.best.mean_error);
  }
  const auto percent = [](int count) { return 100.0 * count / kSamples; };
  std::printf("overlap %.1f %%, AUC %.1f %%, mean error %.1f %%\n", percent(overlap), percent(auc),
              percent(error));
  EXPECT_NEAR(percent(overlap), 95, 6);
  EXPECT_NEAR(percent(auc), 95, 6);
  EXPECT_GT(percent(error), 82);
}

}  // namespace
}  // namespace sonde
