#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sonde/error.h"
#include "sonde/resampling.h"
#include "statistics/measures/correlation.h"
#include "statistics/measures/testing/python_oracle.h"
#include "statistics/resampling/lean_spearman.h"
#include "statistics/resampling/replicated.h"

namespace sonde {
namespace resampling_test {

using Values = std::vector<double>;
using Keys64 = std::vector<std::uint64_t>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Correlation kAll[] = {Correlation::kPearson, Correlation::kSpearman,
                                Correlation::kKendall};

Keys64 keys_for(std::size_t n) {
  Keys64 keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = random_bits(3, 3, i);
  return keys;
}

struct Ratings {
  Values x, y;
  Keys64 keys;

  explicit Ratings(std::size_t n, double levels = 20) : keys(keys_for(n)) {
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(uniform(1, i) + uniform(2, i));
      y.push_back(std::round(levels * (uniform(1, i) + uniform(3, i))));
    }
  }
};

MatrixOf<std::uint8_t> weights_of(const Resampler& resampler, const Keys64& keys) {
  MatrixOf<std::uint8_t> weights(resampler.replicates(), keys.size());
  resampler.weights(keys, 0, weights.view());
  return weights;
}

double mean_of(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const Values& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_equal(const Values& a, const Values& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_PRED2(same, a[i], b[i]) << "replicate " << i;
}

// The frequencies of a million weights. The tolerances are five standard errors.
TEST(Resampler, DrawsForWhatIsWanted) {
  const Resampler all(1, 100),
      some = all.keeping([](std::string_view slice, std::string_view name) {
        return slice == "all" && name == "auc";
      });
  EXPECT_FALSE(all.keeps());
  EXPECT_TRUE(all.wants("kind=x", "any") && all.keeping().wants("kind=x", "any"));
  EXPECT_TRUE(some.keeps() && some.wants("all", "auc"));
  EXPECT_FALSE(some.wants("all", "overlap") || some.wants("kind=x", "auc"));
  const std::vector<double> values{1, 2};
  const std::vector<std::uint64_t> keys{1, 2};
  expect_equal(some.drawing(true).means(values, keys), all.means(values, keys));
  EXPECT_TRUE(some.drawing(false).means(values, keys).empty());
}

TEST(Weights, ArePoisson) {
  const Resampler resampler(11, 1000);
  const auto weights = weights_of(resampler, keys_for(1000));
  constexpr double kCount = 1e6;
  Values frequency(14);
  for (std::size_t r = 0; r < weights.rows(); ++r) {
    for (const auto weight : weights[r]) frequency.at(weight) += 1 / kCount;
  }
  double mean = 0, square = 0, probability = std::exp(-1);
  for (std::size_t k = 0; k < frequency.size(); ++k) {
    const double value = static_cast<double>(k);
    EXPECT_NEAR(frequency[k], probability, 5 * std::sqrt(probability / kCount) + 1e-7) << k;
    mean += value * frequency[k];
    square += value * value * frequency[k];
    probability /= value + 1;
  }
  EXPECT_NEAR(mean, 1, 5 * std::sqrt(1 / kCount));
  EXPECT_NEAR(square - mean * mean, 1, 5 * std::sqrt(3 / kCount));
}

TEST(Weights, StepsAreScipys) {
  const auto steps = ask_python(
      "from scipy import stats\nanswer = stats.poisson(1).cdf(np.arange(12)) * 2.0**31", {});
  for (std::size_t k = 0; k < kPoissonSteps.size(); ++k) {
    EXPECT_NEAR(kPoissonSteps[k], steps.at(k), 0.5001) << k;
  }
}

// Neighbouring items, and neighbouring replicates, also if keys are small numbers.
TEST(Weights, AreIndependent) {
  Keys64 keys(1000);
  std::iota(keys.begin(), keys.end(), 0U);
  const auto weights = weights_of(Resampler(11, 1001), keys);
  double beside = 0, below = 0;
  for (std::size_t r = 0; r < 1000; ++r) {
    for (std::size_t i = 0; i < 999; ++i) {
      beside += (weights[r][i] - 1.0) * (weights[r][i + 1] - 1.0) / 1e6;
      below += (weights[r][i] - 1.0) * (weights[r + 1][i] - 1.0) / 1e6;
    }
  }
  EXPECT_NEAR(beside, 0, 5e-3);
  EXPECT_NEAR(below, 0, 5e-3);
}

TEST(Weights, DependOnSeedReplicateAndKeyAlone) {
  const Keys64 keys = keys_for(100), reversed(keys.rbegin(), keys.rend());
  const Resampler resampler(5, 40);
  const auto weights = weights_of(resampler, keys);
  const auto backwards = weights_of(resampler, reversed);
  MatrixOf<std::uint8_t> later(10, 100);
  resampler.weights(keys, 30, later.view());
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(weights[7][i], backwards[7][99 - i]);
    EXPECT_EQ(weights[37][i], later[7][i]);
  }
  EXPECT_FALSE(std::ranges::equal(weights[0], weights_of(Resampler(6, 1), keys)[0]));
}

TEST(Means, AreWeightedMeans) {
  const Ratings ratings(77);
  const Resampler resampler(9, 101);
  const auto weights = weights_of(resampler, ratings.keys);
  const auto means = resampler.means(ratings.x, ratings.keys);
  ASSERT_EQ(means.size(), 101);
  for (std::size_t r = 0; r < means.size(); ++r) {
    const double sum =
        std::inner_product(ratings.x.begin(), ratings.x.end(), weights[r].begin(), 0.0);
    EXPECT_NEAR(means[r], sum / std::accumulate(weights[r].begin(), weights[r].end(), 0.0), 1e-14);
  }
}

TEST(Means, HaveTheStandardErrorOfTheClosedForm) {
  const Ratings ratings(1000);
  const auto means = Resampler(1, 10'000).means(ratings.x, ratings.keys);
  const double closed = deviation_of(ratings.x) / std::sqrt(1000.0);
  EXPECT_NEAR(deviation_of(means) / closed, 1, 0.03);
  EXPECT_NEAR(mean_of(means), mean_of(ratings.x), 0.05 * closed);
}

TEST(Means, OfRowsOfOneItemShareItsWeight) {
  const Ratings ratings(50);
  Values rows = ratings.x;
  Keys64 keys = ratings.keys;
  for (std::size_t i = 0; i < 50; ++i) {
    rows.push_back(ratings.y[i]);
    keys.push_back(ratings.keys[i]);
  }
  const Resampler resampler(2, 64);
  const auto both = resampler.means(rows, keys);
  const auto x = resampler.means(ratings.x, ratings.keys);
  const auto y = resampler.means(ratings.y, ratings.keys);
  for (std::size_t r = 0; r < both.size(); ++r) EXPECT_NEAR(both[r], (x[r] + y[r]) / 2, 1e-12);
}

TEST(Means, AreUndefinedWithoutItemsOrWithNaN) {
  const Resampler resampler(2, 1000);
  EXPECT_TRUE(std::isnan(resampler.means({}, {}).front()));
  EXPECT_TRUE(std::isnan(resampler.means(Values{1, kNaN}, Keys64{1, 2}).front()));
  EXPECT_THROW(resampler.means(Values{1, 2}, Keys64{1}), Error);
  const auto single = resampler.means(Values{3}, Keys64{1});  // absent from 37% of replicates
  const auto absent = std::ranges::count_if(single, [](double mean) { return std::isnan(mean); });
  EXPECT_NEAR(static_cast<double>(absent) / 1000, std::exp(-1), 0.08);
}

// Against the scalar versions, one replicate after another.
void expect_replicates_of(Correlation kind, const Ratings& ratings) {
  const auto& [x, y, keys] = ratings;
  const Resampler resampler(keys.size(), 203);
  const auto weights = weights_of(resampler, keys);
  const auto fast = resampler.correlations(kind, x, y, keys);
  ASSERT_EQ(fast.size(), 203);
  for (std::size_t r = 0; r < fast.size(); ++r) {
    const double plain = weighted_correlation(kind, x, y, weights[r]);
    if (kind == Correlation::kPearson && !std::isnan(plain)) {
      EXPECT_NEAR(fast[r], plain, 1e-12) << keys.size() << " items, replicate " << r;
    } else {
      EXPECT_PRED2(same, fast[r], plain) << keys.size() << " items, replicate " << r;
    }
  }
}

// Three items leave many replicates undefined. Two levels make many ties.
TEST(Correlations, AreThoseOfTheWeightedPoints) {
  for (const std::size_t n : {2U, 3U, 5U, 30U, 400U}) {
    for (const double levels : {0.5, 2.0, 1e6}) {
      for (const auto kind : kAll) expect_replicates_of(kind, Ratings(n, levels));
    }
  }
}

// A replicate without the outlier has a variance that the outlier's would swallow.
TEST(Correlations, OfPearsonSurviveAnOutlier) {
  Ratings ratings(40);
  ratings.x[3] = 1e9;
  expect_replicates_of(Correlation::kPearson, ratings);
}

TEST(Correlations, OfPearsonSurviveExtremes) {
  for (const double scale : {1e-170, 1e170}) {
    Ratings ratings(40);
    for (double& value : ratings.y) value *= scale;
    expect_replicates_of(Correlation::kPearson, ratings);
  }
}

TEST(Correlations, AreUndefinedAsAWhole) {
  const Resampler resampler(4, 20);
  for (const auto kind : kAll) {
    for (const Values& y : {Values{2, 2, 2}, Values{1, kNaN, 2}}) {
      const auto replicates = resampler.correlations(kind, Values{1, 2, 3}, y, Keys64{1, 2, 3});
      ASSERT_EQ(replicates.size(), 20);
      for (const double value : replicates) EXPECT_TRUE(std::isnan(value));
    }
    EXPECT_THROW(resampler.correlations(kind, Values{1, 2}, Values{1}, Keys64{1, 2}), Error);
    EXPECT_THROW(resampler.correlations(kind, Values{1, 2}, Values{1, 2}, Keys64{1}), Error);
  }
}

// Items in another order: exact for ranks, but sums of other numbers are rounded.
TEST(Correlations, PairWhateverTheOrder) {
  const Ratings ratings(300);
  const Resampler resampler(8, 100);
  const auto reversed = [](auto values) {
    std::ranges::reverse(values);
    return values;
  };
  const auto x = reversed(ratings.x), y = reversed(ratings.y);
  const auto keys = reversed(ratings.keys);
  for (const auto kind : kAll) {
    const auto forth = resampler.correlations(kind, ratings.x, ratings.y, ratings.keys);
    const auto back = resampler.correlations(kind, x, y, keys);
    if (kind != Correlation::kPearson) expect_equal(forth, back);
    for (std::size_t r = 0; r < 100; ++r) EXPECT_NEAR(forth[r], back[r], 1e-13);
  }
}

TEST(Correlations, AreTheSameAloneAndOfOneDrawing) {
  for (const double levels : {3.0, 20.0, 1e9}) {
    const Ratings ratings(200, levels);
    const Resampler resampler(8, 100);
    const auto all = resampler.correlations(kAll, ratings.x, ratings.y, ratings.keys);
    for (std::size_t kind = 0; kind < std::size(kAll); ++kind) {
      const auto row = all[kind];
      expect_equal({row.begin(), row.end()},
                   resampler.correlations(kAll[kind], ratings.x, ratings.y, ratings.keys));
    }
  }
}

TEST(Replicates, AreTheSameWhateverTheThreadsAndTheirNumber) {
  const Ratings ratings(200);
  for (const std::size_t threads : {2U, 3U, 7U}) {
    const Resampler one(8, 333, 1), more(8, 333, threads);
    expect_equal(one.means(ratings.x, ratings.keys), more.means(ratings.x, ratings.keys));
    for (const auto kind : kAll) {
      const auto all = one.correlations(kind, ratings.x, ratings.y, ratings.keys);
      expect_equal(all, more.correlations(kind, ratings.x, ratings.y, ratings.keys));
      const auto fewer =
          Resampler(8, 17, threads).correlations(kind, ratings.x, ratings.y, ratings.keys);
      expect_equal({all.begin(), all.begin() + 17}, fewer);
    }
  }
}

Keys first_replicates() {
  Keys keys;
  for (std::size_t lane = 0; lane < kLanes; ++lane) keys[lane] = stream_key(1, lane);
  return keys;
}

std::vector<Sums> means_at(CpuClass level, const Ratings& ratings) {
  std::vector<Sums> means(1);
  column_means(first_replicates(), ratings.keys, {ratings.x.data(), ratings.x.size(), 1}, means,
               level);
  return means;
}

std::vector<Sums> correlations_at(CpuClass level, const Ratings& ratings) {
  std::vector<Sums> correlations(std::size(kAll));
  replicated_correlations(kAll, ratings.x, ratings.y, ratings.keys, level)()->in(first_replicates(),
                                                                                 correlations);
  return correlations;
}

void expect_same_bits(const std::vector<Sums>& a, const std::vector<Sums>& b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_PRED2(same, a.at(i).at[lane], b[i].at[lane]);
    }
  }
}

TEST(Replicates, HaveTheSameBitsOnEveryClassOfProcessor) {
  for (const std::size_t n : {3U, 50U, 301U}) {
    const Ratings ratings(n);
    for (const auto level : {CpuClass::kAvx2, CpuClass::kAvx512}) {
      if (level > kernel_class()) continue;
      expect_same_bits(means_at(level, ratings), means_at(CpuClass::kBaseline, ratings));
      expect_same_bits(correlations_at(level, ratings),
                       correlations_at(CpuClass::kBaseline, ratings));
    }
  }
}

TEST(Replicates, SpearmanHasTheSameBitsInLittleMemory) {
  constexpr Correlation kSpearman[] = {Correlation::kSpearman};
  for (const std::size_t n : {3U, 50U, 301U, 1000U}) {
    for (const double levels : {3.0, 20.0, 1e9}) {
      Ratings ratings(n, levels);
      for (std::size_t i = 1; i < n; ++i) {  // items of several points
        if (i % 5 != 0) ratings.keys[i] = ratings.keys[i - 1];
      }
      std::vector<Sums> usual(1), lean(1);
      replicated_correlations(kSpearman, ratings.x, ratings.y, ratings.keys)()->in(
          first_replicates(), usual);
      for (const auto level : {CpuClass::kBaseline, kernel_class()}) {
        lean_spearman(ratings.x, ratings.y, ratings.keys, level)()->in(first_replicates(), lean);
        expect_same_bits(lean, usual);
      }
    }
  }
}

TEST(Percentile, IsNumpys) {
  Values given, ours;
  for (const std::size_t n : {1U, 2U, 3U, 10U, 40U, 41U, 999U, 1000U, 10'000U}) {
    const Values values = uniforms(n, n);
    given.push_back(static_cast<double>(n));
    given.insert(given.end(), values.begin(), values.end());
    const Interval interval = Resampler::percentile(values);
    ours.insert(ours.end(), {interval.low, interval.high});
  }
  expect_equal(ours, ask_python(R"(
answer, at = [], 0
while at < len(given):
    n = int(given[at])
    answer += list(np.percentile(given[at + 1:at + 1 + n], [2.5, 97.5]))
    at += 1 + n
)",
                                given));
}

TEST(Percentile, LeavesUndefinedReplicatesOutUpToAHalf) {
  EXPECT_EQ(Resampler::percentile({kNaN, 1, kNaN, 1}).low, 1);
  EXPECT_TRUE(std::isnan(Resampler::percentile({kNaN, 1, kNaN}).low));
  EXPECT_TRUE(std::isnan(Resampler::percentile({}).high));
  EXPECT_TRUE(std::isnan(Resampler::percentile({kNaN}).high));
}

// scipy draws another bootstrap (each replicate has n items) from other random numbers. Each end
// has a standard error of 2.7% of the statistic's own.
TEST(Percentile, AgreesWithScipysBootstrap) {
  const Ratings ratings(250);
  Values given = ratings.x;
  given.insert(given.end(), ratings.y.begin(), ratings.y.end());
  const auto theirs = ask_python(R"(
from scipy import stats
x, y = given.reshape(2, -1)
def pearson(x, y, axis=-1):
    x, y = x - x.mean(axis, keepdims=True), y - y.mean(axis, keepdims=True)
    return (x * y).sum(axis) / np.sqrt((x * x).sum(axis) * (y * y).sum(axis))
def spearman(x, y, axis=-1):
    return pearson(stats.rankdata(x, axis=axis), stats.rankdata(y, axis=axis))
answer = []
for statistic, data in (pearson, (x, y)), (spearman, (x, y)), (np.mean, (x,)):
    result = stats.bootstrap(data, statistic, paired=len(data) == 2, vectorized=True,
                             n_resamples=9999, batch=500, method='percentile', rng=7)
    answer += [*result.confidence_interval, result.standard_error]
)",
                                 given);
  ASSERT_EQ(theirs.size(), 9);
  const Resampler resampler(1, 10'000);
  const auto expect_near = [&](const Interval& interval, std::size_t at) {
    EXPECT_NEAR(interval.low, theirs[at], 0.15 * theirs[at + 2]);
    EXPECT_NEAR(interval.high, theirs[at + 1], 0.15 * theirs[at + 2]);
  };
  const auto correlation = [&](Correlation kind) {
    return Resampler::percentile(resampler.correlations(kind, ratings.x, ratings.y, ratings.keys));
  };
  expect_near(correlation(Correlation::kPearson), 0);
  expect_near(correlation(Correlation::kSpearman), 3);
  expect_near(resampler.mean_interval(ratings.x, ratings.keys), 6);
}

// Replicates that are their own percentiles.
TEST(MeanInterval, LeavesStudentsTailsOut) {
  Values percentiles(20'001);
  for (std::size_t i = 0; i < percentiles.size(); ++i) {
    percentiles[i] = static_cast<double>(i) / 20'000;
  }
  const Values items{5, 6, 8, 10, 30, 100, 3000, 1e6};
  const auto tails = ask_python(
      "from scipy import stats\nanswer = stats.norm.sf(stats.t(given - 1).ppf(0.975))", items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto interval = Resampler::mean_interval(percentiles, static_cast<std::size_t>(items[i]));
    EXPECT_NEAR(interval.low, tails.at(i), 1e-5) << items[i];
    EXPECT_NEAR(interval.high, 1 - tails.at(i), 1e-5) << items[i];
  }
}

TEST(MeanInterval, NeedsTwoItems) {
  const Resampler resampler(1, 100);
  const std::vector<double> values{0.2, 0.4};
  const std::vector<std::uint64_t> one{7, 7};
  const std::vector<std::uint64_t> two{7, 8};
  EXPECT_TRUE(std::isnan(resampler.mean_interval(values, one).low));
  EXPECT_TRUE(std::isnan(resampler.mean_interval({}, {}).low));
  EXPECT_LT(resampler.mean_interval(values, two).low, 0.4);
}

TEST(Resampler, StopsWhereItIsAskedTo) {
  const Resampler resampler(1, 1000, 2, [] { return true; });
  const std::vector<double> values{0.2, 0.4};
  const std::vector<std::uint64_t> keys{7, 8};
  EXPECT_THROW(resampler.means(values, keys), Error);
}

TEST(Wilson, IsScipys) {
  Values ours;
  const auto add = [&](std::size_t k, std::size_t n) {
    const auto [low, high] = wilson(k, n);
    ours.insert(ours.end(), {low, high});
  };
  for (std::size_t n = 1; n <= 30; ++n) {
    for (std::size_t k = 0; k <= n; ++k) add(k, n);
  }
  add(1'234, 50'000);
  const auto theirs = ask_python(R"(
from scipy import stats
cases = [(k, n) for n in range(1, 31) for k in range(n + 1)] + [(1234, 50000)]
answer = [end for k, n in cases for end in stats.binomtest(k, n).proportion_ci(method='wilson')]
)",
                                 {});
  ASSERT_EQ(theirs.size(), ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-12) << i;
}

TEST(Wilson, TouchesItsEndsAndIsUndefinedForNothing) {
  EXPECT_EQ(wilson(0, 5).low, 0);
  EXPECT_EQ(wilson(5, 5).high, 1);
  EXPECT_TRUE(std::isnan(wilson(0, 0).low));
  EXPECT_TRUE(std::isnan(wilson(0, 0).high));
  EXPECT_THROW(wilson(2, 1), Error);
}

// Weights drawn once for all columns give each the bits that it has alone.
TEST(Means, OfManyColumnsHaveTheSameBits) {
  for (const std::size_t columns : {1U, 3U, 4U, 9U}) {
    for (const std::size_t n : {1U, 64U, 150U, 2000U}) {
      MatrixOf<double> values(n, columns);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < columns; ++c) values[i][c] = uniform(c, i) - 0.3;
      }
      const auto& given = values;
      const Resampler resampler(7, 37);
      const auto together = resampler.means_of_columns(given.view(), keys_for(n));
      for (std::size_t c = 0; c < columns; ++c) {
        Values alone(n);
        for (std::size_t i = 0; i < n; ++i) alone[i] = values[i][c];
        expect_equal(resampler.means(alone, keys_for(n)),
                     Values(together[c].begin(), together[c].end()));
      }
    }
  }
}

TEST(Means, OfManyColumnsNeedAKeyARow) {
  const MatrixOf<double> values(3, 2);
  EXPECT_THROW(Resampler(7, 37).means_of_columns(values.view(), keys_for(2)), Error);
}

}  // namespace resampling_test
}  // namespace sonde
