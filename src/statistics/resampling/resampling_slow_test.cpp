#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "base/random.h"
#include "sonde/resampling.h"
#include "statistics/measures/testing/simulated.h"

namespace sonde {
namespace resampling_slow_test {

const std::size_t kSamples = samples_drawn(4000);
constexpr std::size_t kReplicates = 1000;

// Pairs from a normal distribution with correlation 0.8. The first of each, exponentiated, is a
// skewed variable of known mean.
struct Sample {
  static constexpr double kCorrelation = 0.8;
  std::vector<double> x, y, skewed;
  std::vector<std::uint64_t> keys;

  Sample(std::uint64_t number, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const Normals normals(number, i);
      x.push_back(normals.first);
      y.push_back(kCorrelation * normals.first +
                  std::sqrt(1 - kCorrelation * kCorrelation) * normals.second);
      skewed.push_back(std::exp(0.5 * normals.first));
      keys.push_back(random_bits(18, number, i));
    }
  }
};

bool covers(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high;
}

struct Coverage {
  std::size_t mean = 0, skewed = 0, spearman = 0;
};

Coverage coverage_at(std::size_t n) {
  const double rho = 6 / std::numbers::pi * std::asin(Sample::kCorrelation / 2);
  Coverage covered;
  for (std::size_t number = 0; number < kSamples; ++number) {
    const Sample sample(number, n);
    const Resampler resampler(number, kReplicates);
    const auto spearman = Resampler::percentile(
        resampler.correlations(Correlation::kSpearman, sample.x, sample.y, sample.keys));
    covered.spearman += covers(spearman, rho);
    covered.mean += covers(resampler.mean_interval(sample.x, sample.keys), 0);
    covered.skewed += covers(resampler.mean_interval(sample.skewed, sample.keys), std::exp(0.125));
  }
  return covered;
}

double percent(std::size_t covered) {
  return 100.0 * static_cast<double>(covered) / static_cast<double>(kSamples);
}

// Coverage of 95% intervals. Its standard error is 0.34 points, for all samples.
TEST(Coverage, IsNear95Percent) {
  for (const std::size_t n : {10U, 30U, 100U, 300U}) {
    const auto covered = coverage_at(n);
    std::printf("n = %zu: mean %.1f %%, mean of a skewed variable %.1f %%, Spearman %.1f %%\n", n,
                percent(covered.mean), percent(covered.skewed), percent(covered.spearman));
    for (const auto count : {covered.mean, covered.skewed, covered.spearman}) {
      EXPECT_NEAR(percent(count), 95, within(n < 30 ? 4.5 : 2));
    }
  }
}

}  // namespace resampling_slow_test
}  // namespace sonde
