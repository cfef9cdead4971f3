// False positives and coverage of paired differences, simulated. docs/explanation/statistics.md has
// the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <string_view>

#include "base/random.h"
#include "statistics/measures/distributions.h"
#include "statistics/measures/testing/simulated.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/paired_difference.h"

namespace sonde {
namespace paired_difference_slow_test {

using Values = std::vector<double>;
const std::size_t kSamples = samples_drawn(2000);
constexpr std::size_t kReplicates = 1000;

// A result of two subjects over one simulated data set, and the truth.
struct Simulated {
  Paired difference;
  Interval single;  // the first subject's
  double true_difference = 0, true_single = 0;
};

// Draws of one data set.
struct Draws {
  std::uint64_t sample;
  // Normal numbers of an item: the part common to both subjects, and each subject's own.
  double shared(std::size_t i) const { return Normals(8 * sample, i).first; }
  double first(std::size_t i) const { return Normals(8 * sample + 1, i).first; }
  double second(std::size_t i) const { return Normals(8 * sample + 1, i).second; }
  double other(std::size_t i) const { return Normals(8 * sample + 2, i).first; }
  std::vector<std::uint64_t> keys(std::size_t n) const {
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = random_bits(18, sample, i);
    return keys;
  }
};

double mean_of(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Simulated of_means(const Draws& draws, const Values& a, const Values& b,
                   const std::vector<std::uint64_t>& keys, std::size_t items, bool share) {
  const Resampler resampler(draws.sample, kReplicates, 1);
  const auto first = resampler.means(a, keys), second = resampler.means(b, keys);
  Simulated made;
  made.difference =
      paired(mean_of(a), mean_of(b), first, second, items, share ? Scale::kShare : Scale::kMean);
  made.single = Resampler::mean_interval(first, items);
  if (share) {
    const double passed = std::accumulate(a.begin(), a.end(), 0.0);
    made.single = wilson(static_cast<std::size_t>(passed), a.size());
  }
  return made;
}

// Scores with a common part. The second's are higher by the effect.
Simulated means(const Draws& draws, std::size_t n, bool different) {
  Values a, b;
  for (std::size_t i = 0; i < n; ++i) {
    a.push_back(draws.shared(i) + 0.7 * draws.first(i));
    b.push_back(draws.shared(i) + 0.7 * draws.second(i) + (different ? 0.2 : 0));
  }
  auto made = of_means(draws, a, b, draws.keys(n), n, false);
  made.true_difference = different ? 0.2 : 0;
  return made;
}

Simulated skewed_means(const Draws& draws, std::size_t n, bool different) {
  Values a, b;
  const double factor = different ? 1.3 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    a.push_back(std::exp(0.5 * draws.shared(i) + 0.35 * draws.first(i)));
    b.push_back(factor * std::exp(0.5 * draws.shared(i) + 0.35 * draws.second(i)));
  }
  auto made = of_means(draws, a, b, draws.keys(n), n, false);
  made.true_single = std::exp((0.25 + 0.1225) / 2);
  made.true_difference = (factor - 1) * made.true_single;
  return made;
}

// 84% of items pass, or 69%. About three changes in four are shared.
Simulated shares(const Draws& draws, std::size_t n, bool different) {
  Values a, b;
  for (std::size_t i = 0; i < n; ++i) {
    const double common = std::sqrt(0.75) * draws.shared(i);
    a.push_back(common + 0.5 * draws.first(i) < 1 ? 1 : 0);
    b.push_back(common + 0.5 * draws.second(i) < (different ? 0.5 : 1) ? 1 : 0);
  }
  auto made = of_means(draws, a, b, draws.keys(n), n, true);
  made.true_single = 0.8413447460685429;
  if (different) made.true_difference = 0.6914624612740131 - made.true_single;
  return made;
}

// Items with three rows each, half of whose variance is the item's: resampled by item.
Simulated clustered_means(const Draws& draws, std::size_t n, bool different) {
  Values a, b;
  std::vector<std::uint64_t> keys;
  const auto item_keys = draws.keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < 3; ++row) {
      const std::size_t at = n + 3 * i + row;
      a.push_back(draws.shared(i) + draws.first(i) + draws.first(at));
      b.push_back(draws.shared(i) + draws.second(i) + draws.second(at) + (different ? 0.3 : 0));
      keys.push_back(item_keys[i]);
    }
  }
  auto made = of_means(draws, a, b, keys, n, false);
  made.true_difference = different ? 0.3 : 0;
  return made;
}

double spearman_of(double pearson) { return 6 / std::numbers::pi * std::asin(pearson / 2); }

// Both subjects follow the ratings, and partly share their errors.
Simulated correlations(const Draws& draws, std::size_t n, double first, double second) {
  Values gold, a, b;
  for (std::size_t i = 0; i < n; ++i) {
    const double common = std::sqrt(0.6) * draws.other(i), own = std::sqrt(0.4);
    gold.push_back(draws.shared(i));
    a.push_back(first * gold[i] + std::sqrt(1 - first * first) * (common + own * draws.first(i)));
    b.push_back(second * gold[i] +
                std::sqrt(1 - second * second) * (common + own * draws.second(i)));
  }
  const auto keys = draws.keys(n);
  const Resampler resampler(draws.sample, kReplicates, 1);
  const auto of_a = resampler.correlations(Correlation::kSpearman, a, gold, keys);
  const auto of_b = resampler.correlations(Correlation::kSpearman, b, gold, keys);
  Simulated made;
  made.difference =
      paired(spearman(a, gold), spearman(b, gold), of_a, of_b, n, Scale::kCorrelation);
  made.single = Resampler::percentile(of_a);
  made.true_single = spearman_of(first);
  made.true_difference = spearman_of(second) - made.true_single;
  return made;
}

Simulated correlations(const Draws& draws, std::size_t n, bool different) {
  return correlations(draws, n, 0.7, different ? 0.8 : 0.7);
}

struct Kind {
  std::string_view name;
  Simulated (*simulate)(const Draws&, std::size_t n, bool different);
};
constexpr std::array kKinds{Kind{"mean", means}, Kind{"mean, skewed", skewed_means},
                            Kind{"share", shares}, Kind{"mean, 3 rows an item", clustered_means},
                            Kind{"Spearman", correlations}};

double percent(std::size_t count) {
  return 100.0 * static_cast<double>(count) / static_cast<double>(kSamples);
}

bool covers(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high;
}

// Two subjects of equal quality on five data sets, a result of another kind on each: how often
// is any difference called significant?
TEST(FalsePositives, OfAFamilyAreFivePercent) {
  for (const std::size_t n : {30U, 100U, 300U}) {
    std::size_t any = 0, uncorrected = 0;
    for (std::size_t sample = 0; sample < kSamples; ++sample) {
      Values p;
      for (const auto& kind : kKinds) {
        const Draws draws{(sample * kKinds.size() + p.size()) * 7 + 1000003 * n};
        p.push_back(two_sided_p(kind.simulate(draws, n, false).difference));
      }
      const auto is_found = [](double value) { return value < 0.05; };
      any += std::ranges::any_of(holm(p), is_found);
      uncorrected += std::ranges::any_of(p, is_found);
    }
    std::printf("n = %zu: any of five false: %.1f %% by Holm, %.1f %% without correction\n", n,
                percent(any), percent(uncorrected));
    EXPECT_LT(percent(any), 5 + within(1.5)) << n;
    if (n >= 100) {
      EXPECT_GT(percent(any), 5 - within(1.5)) << n;
    }
    EXPECT_GT(percent(uncorrected), 10) << n;
  }
}

// The second subject is worse by just `drop`.
struct Worse {
  std::string_view name;
  Paired (*simulate)(const Draws&, std::size_t n, double drop);
};

Paired worse_mean(const Draws& draws, std::size_t n, double drop) {
  Values a, b;
  for (std::size_t i = 0; i < n; ++i) {
    a.push_back(draws.shared(i) + 0.7 * draws.first(i));
    b.push_back(draws.shared(i) + 0.7 * draws.second(i) - drop);
  }
  return of_means(draws, a, b, draws.keys(n), n, false).difference;
}

Paired worse_share(const Draws& draws, std::size_t n, double drop) {
  const double limit = upper_point(upper_tail(1) + drop);
  Values a, b;
  for (std::size_t i = 0; i < n; ++i) {
    const double common = std::sqrt(0.75) * draws.shared(i);
    a.push_back(common + 0.5 * draws.first(i) < 1 ? 1 : 0);
    b.push_back(common + 0.5 * draws.second(i) < limit ? 1 : 0);
  }
  return of_means(draws, a, b, draws.keys(n), n, true).difference;
}

Paired worse_correlation(const Draws& draws, std::size_t n, double drop) {
  const double second = 2 * std::sin(std::numbers::pi / 6 * (spearman_of(0.7) - drop));
  return correlations(draws, n, 0.7, second).difference;
}

// A gate's two questions if the drop is just the smallest that matters: how often is it called
// more, which fails, and how often less, which passes?
TEST(FalsePositives, OfOneSidedTestsAreNearFivePercent) {
  constexpr std::array kWorse{Worse{"mean", worse_mean}, Worse{"share", worse_share},
                              Worse{"Spearman", worse_correlation}};
  for (const auto& kind : kWorse) {
    for (const std::size_t n : {100U, 300U}) {
      for (const double drop : {0.0, 0.05}) {
        std::size_t fails = 0, passes = 0;
        for (std::size_t sample = 0; sample < kSamples; ++sample) {
          const Draws draws{sample * 13 + 1000003 * n};
          const double p = p_below(kind.simulate(draws, n, drop), -drop);
          fails += p < 0.05;
          passes += 1 - p < 0.05;
        }
        std::printf("%s, n = %zu, a drop of %.2f: false fails %.1f %%, false passes %.1f %%\n",
                    kind.name.data(), n, drop, percent(fails), percent(passes));
        for (const auto count : {fails, passes}) {
          EXPECT_LT(percent(count), 5 + within(1.5)) << kind.name << " " << n << " " << drop;
          EXPECT_GT(percent(count), 5 - within(2.5)) << kind.name << " " << n << " " << drop;
        }
      }
    }
  }
}

TEST(Coverage, OfFarCorrelationsIsNear95Percent) {
  for (const std::size_t n : {30U, 100U, 300U}) {
    std::size_t covered = 0;
    for (std::size_t sample = 0; sample < kSamples; ++sample) {
      const auto simulated = correlations(Draws{sample * 11 + 1000003 * n}, n, 0.5, 0.9);
      covered += covers(paired_interval(simulated.difference), simulated.true_difference);
    }
    std::printf("Spearman, n = %zu: difference of .41 %.1f %%\n", n, percent(covered));
    EXPECT_NEAR(percent(covered), 95, within(1.5)) << n;
  }
}

struct Covered {
  std::size_t single = 0, null = 0, different = 0, found = 0;
};

Covered coverage(const Kind& kind, std::size_t n) {
  Covered covered;
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    const Draws draws{sample * 11 + 1000003 * n};
    const auto equal = kind.simulate(draws, n, false);
    const auto different = kind.simulate(draws, n, true);
    covered.single += covers(equal.single, equal.true_single);
    covered.null += covers(paired_interval(equal.difference), 0);
    covered.different += covers(paired_interval(different.difference), different.true_difference);
    covered.found += two_sided_p(different.difference) < 0.05;
  }
  return covered;
}

TEST(Coverage, OfResultsAndDifferencesIsNear95Percent) {
  for (const auto& kind : kKinds) {
    for (const std::size_t n : {30U, 100U, 300U}) {
      const auto covered = coverage(kind, n);
      std::printf(
          "%s, n = %zu: single %.1f %%, difference of 0 %.1f %%, other %.1f %% (power %.0f %%)\n",
          kind.name.data(), n, percent(covered.single), percent(covered.null),
          percent(covered.different), percent(covered.found));
      for (const auto count : {covered.single, covered.null, covered.different}) {
        EXPECT_NEAR(percent(count), 95, within(n < 100 ? 2.1 : 1.5)) << kind.name << " " << n;
      }
    }
  }
}

}  // namespace paired_difference_slow_test
}  // namespace sonde
