#include "statistics/resampling/paired_difference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace paired_difference_test {

using Values = std::vector<double>;

std::vector<std::uint64_t> keys_for(std::size_t n) {
  std::vector<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = random_bits(5, 5, i);
  return keys;
}

double mean_of(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Paired mean_difference(const Values& a, const Values& b, Scale scale = Scale::kMean) {
  const Resampler resampler(3, 20000);
  const auto keys = keys_for(a.size());
  return paired(mean_of(a), mean_of(b), resampler.means(a, keys), resampler.means(b, keys),
                a.size(), scale);
}

// Means of correlated values: against the permutation test (signs flipped), and the paired
// bootstrap of scipy. Both are simulations: about three of their standard errors.
TEST(Paired, AgreesWithScipy) {
  Values a, b, both;
  for (std::size_t i = 0; i < 80; ++i) {
    a.push_back(uniform(1, i) + uniform(2, i));
    b.push_back(uniform(1, i) + uniform(3, i) + 0.08);
  }
  both = a;
  both.insert(both.end(), b.begin(), b.end());
  const auto scipy = ask_python(
      "from scipy import stats\na, b = given[:80], given[80:]\n"
      "rng = np.random.default_rng(1)\n"
      "def mean(x, y, axis=-1): return np.mean(y, axis=axis) - np.mean(x, axis=axis)\n"
      "flip = stats.permutation_test((a, b), mean, permutation_type='samples', rng=rng,\n"
      "                              vectorized=True, n_resamples=50000)\n"
      "boot = stats.bootstrap((a, b), mean, paired=True, n_resamples=20000, rng=rng,\n"
      "                       vectorized=True, method='percentile')\n"
      "interval = boot.confidence_interval\n"
      "answer = [flip.pvalue, boot.standard_error, interval.low, interval.high,\n"
      "          stats.ttest_rel(b, a).pvalue]",
      both);
  const Paired difference = mean_difference(a, b);
  const double p = two_sided_p(difference);
  EXPECT_GT(p, 0.001);
  EXPECT_LT(p, 0.2);
  EXPECT_NEAR(p, scipy.at(0), 0.06 * p + 0.001);
  EXPECT_NEAR(p, scipy.at(4), 0.06 * p + 0.001);
  EXPECT_NEAR(difference.error, scipy.at(1), 0.03 * difference.error);
  // Score intervals are a little wider: the correction for few items.
  EXPECT_NEAR(paired_interval(difference).low, scipy.at(2), 0.12 * difference.error);
  EXPECT_NEAR(paired_interval(difference).high, scipy.at(3), 0.12 * difference.error);
}

// b items get better and c worse, of n.
Paired changed(std::size_t better, std::size_t worse, std::size_t n) {
  Values first(n), second(n);
  for (std::size_t i = 0; i < n; ++i) {
    first[i] = i >= better && i < better + worse ? 1 : 0;
    second[i] = i < better ? 1 : 0;
  }
  return mean_difference(first, second, Scale::kShare);
}

// McNemar's test as published: chi-squared of one degree, without a correction for continuity.
TEST(Paired, OfSharesIsMcNemars) {
  const Values changes{5, 0, 8, 0, 10, 2, 14, 6, 25, 9};
  const auto scipy = ask_python(
      "from scipy import stats\nb, c = given.reshape(-1, 2).T\n"
      "answer = stats.chi2(1).sf((b - c)**2 / (b + c))",
      changes);
  for (std::size_t i = 0; i < changes.size() / 2; ++i) {
    const auto better = static_cast<std::size_t>(changes[2 * i]);
    const auto worse = static_cast<std::size_t>(changes[2 * i + 1]);
    EXPECT_NEAR(two_sided_p(changed(better, worse, 140)), scipy.at(i), 0.08 * scipy.at(i))
        << better << " " << worse;
  }
}

TEST(Paired, NothingChangedIsNotCertain) {
  const Interval interval = paired_interval(changed(0, 0, 120));
  EXPECT_NEAR(interval.high, 1.96 / 120 / std::sqrt(1 - 3.8415 / 120), 1e-4);
  EXPECT_EQ(interval.low, -interval.high);
  EXPECT_EQ(two_sided_p(changed(0, 0, 120)), 1);
  EXPECT_EQ(effect_size(changed(0, 0, 120)), 0);
  const Interval all = paired_interval(changed(120, 0, 120));
  EXPECT_LT(all.low, 1);
  EXPECT_EQ(all.high, 1);
}

// The interval holds the differences that the test doesn't refute.
TEST(Paired, IntervalInvertsTheTest) {
  for (const auto scale : {Scale::kMean, Scale::kShare}) {
    for (const std::size_t items : {12U, 60U, 1000U}) {
      const Paired difference{0.04, 0.03, items, scale};
      const Interval interval = paired_interval(difference);
      EXPECT_NEAR(p_below(difference, interval.high), 0.025, 1e-9);
      EXPECT_NEAR(1 - p_below(difference, interval.low), 0.025, 1e-9);
      EXPECT_EQ(two_sided_p(difference) < 0.05, interval.low > 0);
      EXPECT_EQ(two_sided_p(difference) < 0.05, p_below({-0.04, 0.03, items, scale}, 0) < 0.025);
    }
  }
}

struct Correlated {
  static constexpr std::size_t kItems = 300;
  Values gold, a, b;
  Correlated() {
    for (std::size_t i = 0; i < kItems; ++i) {
      const double common = uniform(2, i);
      gold.push_back(uniform(1, i));
      a.push_back(gold[i] + 0.5 * common + 0.4 * uniform(3, i));
      b.push_back(gold[i] + 0.5 * common + 0.2 * uniform(4, i));
    }
  }
  // Compares the correlations of the first items.
  Paired difference(Correlation kind, std::size_t items) const {
    const Resampler resampler(3, 4000);
    const auto keys = keys_for(items);
    const auto first = [&](const Values& values) { return std::span(values).first(items); };
    const auto of = [&](const Values& subject) {
      return resampler.correlations(kind, first(subject), first(gold), keys);
    };
    const auto value = [&](const Values& subject) {
      return kind == Correlation::kPearson ? pearson(first(subject), first(gold))
                                           : spearman(first(subject), first(gold));
    };
    return paired(value(a), value(b), of(a), of(b), items, Scale::kCorrelation);
  }
};

// The published test of two correlations with one variable (Meng, Rosenthal and Rubin, 1992,
// equations 1 to 3), which is valid for normal variables. These are nearly normal.
TEST(Paired, OfCorrelationsIsNearMengs) {
  const Correlated data;
  Values all = data.a;
  all.insert(all.end(), data.b.begin(), data.b.end());
  all.insert(all.end(), data.gold.begin(), data.gold.end());
  const auto meng = ask_python(R"(
x, y, gold = given.reshape(3, -1)
r = np.corrcoef([x, y, gold])
a, b, between = r[0, 2], r[1, 2], r[0, 1]
mean = (a * a + b * b) / 2
f = min(1, (1 - between) / (2 * (1 - mean)))
h = (1 - f * mean) / (1 - mean)
answer = [(np.arctanh(b) - np.arctanh(a)) * np.sqrt((len(x) - 3) / (2 * (1 - between) * h))]
)",
                               all);
  const auto difference = data.difference(Correlation::kPearson, Correlated::kItems);
  EXPECT_GT(meng.at(0), 1.5);
  const auto& z = difference.fisher;
  const double error = std::sqrt(z.first_variance + z.second_variance - 2 * z.covariance);
  EXPECT_NEAR((z.second - z.first) / error, meng.at(0), 0.1 * meng.at(0));
}

// The ends and the distance found by going around the ellipse.
TEST(Paired, OfCorrelationsIsTestedOnFishersScale) {
  const Correlated data;
  for (const std::size_t items : {12U, 40U, 300U}) {
    const auto d = data.difference(Correlation::kSpearman, items);
    const auto& z = d.fisher;
    const Values given{static_cast<double>(items), z.first,      z.second, z.first_variance,
                       z.second_variance,          z.covariance, d.value};
    const auto numpys = ask_python(R"(
from scipy import optimize, stats
n, a, b, aa, bb, ab, d = given
root = np.linalg.cholesky([[aa, ab], [ab, bb]])
def difference(q, angle):
    x, y = np.array([[a], [b]]) + q * root @ [np.cos(angle), np.sin(angle)]
    return (np.tanh(y) - np.tanh(x)) / (1 - 1 / n)
angles = np.linspace(0, 2 * np.pi, 2001)
def end(q):
    worst = lambda angle: -np.sign(q) * difference(abs(q), np.atleast_1d(angle))
    middle = angles[np.argmin(worst(angles))]
    found = optimize.minimize_scalar(lambda x: worst(x)[0], bounds=(middle - .01, middle + .01),
                                     method="bounded", options={"xatol": 1e-10})
    return -np.sign(q) * found.fun
def below(at):
    return stats.norm.cdf(-optimize.brentq(lambda q: end(q) - at, -9, 9, xtol=1e-10))
q = 1.959963984540054
answer = [difference(0, np.zeros(1))[0] - d, end(-q), end(q),
          2 * stats.norm.sf(abs(b - a) / np.sqrt(aa + bb - 2 * ab)), below(1e-12), below(-.03),
          below(.2)]
)",
                                   given);
    EXPECT_NEAR(numpys.at(0), 0, 1e-12);
    EXPECT_NEAR(paired_interval(d).low, numpys.at(1), 1e-9);
    EXPECT_NEAR(paired_interval(d).high, numpys.at(2), 1e-9);
    EXPECT_NEAR(two_sided_p(d), numpys.at(3), 1e-12);
    EXPECT_NEAR(p_below(d, 0), numpys.at(4), 1e-8);
    EXPECT_NEAR(p_below(d, -0.03), numpys.at(5), 1e-8);
    EXPECT_NEAR(p_below(d, 0.2), numpys.at(6), 1e-8);
  }
}

// The nearest of all pairs of z that differ by `at`, one by one.
double nearest_score(const Paired& d, double at) {
  const auto& z = d.fisher;
  const double s = std::sqrt(z.first_variance), t = std::sqrt(z.second_variance);
  const double rho = z.covariance / (s * t), shrunk = 1 - 1 / static_cast<double>(d.items);
  double least = INFINITY;
  for (int i = -10000; i <= 10000; ++i) {
    const double x = i / 750.0, r = std::tanh(z.first + s * x) + at * shrunk;
    if (std::abs(r) >= 1) continue;
    const double y = (std::atanh(r) - z.second) / t;
    least = std::min(least, (x * x - 2 * rho * x * y + y * y) / (1 - rho * rho));
  }
  return std::copysign(std::sqrt(least), d.value - at);
}

// Also if both are near 1 or their errors are great, from far off and near.
TEST(Paired, OfCorrelationsIsTestedAtTheNearest) {
  const auto normal_tail = [](double z) { return std::erfc(z / std::sqrt(2)) / 2; };
  for (std::uint64_t i = 0; i < 60; ++i) {
    const std::size_t items = i % 2 == 0 ? 12 : 60;
    const double shrunk = 1 - 1 / static_cast<double>(items);
    const auto draw = [&](std::uint64_t what, double low, double high) {
      return low + (high - low) * uniform(what, i);
    };
    const double first = draw(31, -1, 1), second = draw(32, -1, 1), rho = draw(33, -0.5, 0.99);
    const double s = draw(34, 0.05, 0.6), t = draw(35, 0.05, 0.6);
    const Paired d{
        second - first,
        0.1,
        items,
        Scale::kCorrelation,
        {std::atanh(shrunk * first), std::atanh(shrunk * second), s * s, t * t, rho * s * t}};
    for (const double at : {-0.6, -0.1, -0.02, 0.05, 0.3}) {
      EXPECT_NEAR(p_below(d, at), normal_tail(-nearest_score(d, at)), 2e-4)
          << first << " " << second << " " << s << " " << t << " " << rho << " at " << at;
    }
    const auto [low, high] = paired_interval(d);
    EXPECT_LE(low, d.value);
    EXPECT_GE(high, d.value);
  }
}

TEST(Paired, ReversedIsTheOtherWay) {
  const auto d = Correlated().difference(Correlation::kSpearman, 40);
  const auto other = reversed(d);
  EXPECT_EQ(other.value, -d.value);
  EXPECT_NEAR(paired_interval(other).low, -paired_interval(d).high, 1e-12);
  EXPECT_NEAR(p_below(other, 0.1), 1 - p_below(d, -0.1), 1e-12);
  EXPECT_NEAR(two_sided_p(other), two_sided_p(d), 1e-15);
}

TEST(Paired, OfCorrelationsHasNoEndAtOne) {
  const Values gold{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Values near{2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Resampler resampler(3, 1000);
  const auto keys = keys_for(gold.size());
  const auto of = [&](const Values& subject) {
    return resampler.correlations(Correlation::kSpearman, subject, gold, keys);
  };
  const auto difference =
      paired(spearman(near, gold), 1, of(near), of(gold), gold.size(), Scale::kCorrelation);
  EXPECT_GT(two_sided_p(difference), 0.05);
  const Interval interval = paired_interval(difference);
  EXPECT_LT(interval.low, 0);
  EXPECT_LT(interval.high, 0.1);
  EXPECT_LT(p_below(difference, 5), 1e-15);
  EXPECT_NEAR(p_below(difference, -5), 1, 1e-15);
}

TEST(Paired, EffectOfAMeanIsCohensD) {
  Values a, b, difference;
  for (std::size_t i = 0; i < 200; ++i) {
    a.push_back(uniform(1, i));
    b.push_back(uniform(4, i) + 0.1);
    difference.push_back(b[i] - a[i]);
  }
  const auto cohen = ask_python("answer = given.mean() / given.std(ddof=1)", difference);
  EXPECT_NEAR(effect_size(mean_difference(a, b)), cohen.at(0), 0.02 * cohen.at(0));
}

// Rounding gives identical replicates a spread of 1e-17 or so.
TEST(Paired, WhatDoesNotVaryIsNotCertain) {
  const auto correlations = [](double first, double second, double noise) {
    return paired(first, second, Values{first, first + noise, first},
                  Values{second, second, second - noise}, 16, Scale::kCorrelation);
  };
  const auto tail = [](double z) { return std::erfc(z / std::sqrt(2)) / 2; };
  for (const double noise : {0.0, 1e-16}) {
    for (const auto& d : {correlations(-1, 1, noise), Paired{2, noise, 16}}) {
      EXPECT_NEAR(two_sided_p(d), 2 * tail(4), 1e-15);
      EXPECT_NEAR(p_below(d, 3), tail(4), 1e-15);
      EXPECT_EQ(p_below(d, 2), 0.5);
      EXPECT_TRUE(std::isnan(effect_size(d)));
    }
    for (const auto& d : {correlations(1, 1, noise), Paired{noise, noise, 16}}) {
      EXPECT_EQ(two_sided_p(d), 1);
      EXPECT_NEAR(p_below(d, -0.01), 1 - tail(4), 1e-15);
      EXPECT_EQ(effect_size(d), 0);
    }
  }
  EXPECT_NEAR(effect_size(changed(0, 140, 140)), -std::sqrt(140), 1);
}

TEST(Paired, FewItemsAreNotTested) {
  const Paired few{0.5, 0.1, 9};
  EXPECT_TRUE(std::isnan(two_sided_p(few)) && std::isnan(p_below(few, 0)));
  EXPECT_TRUE(std::isnan(paired_interval(few).low) && std::isnan(effect_size(few)));
}

TEST(Paired, UndefinedReplicatesAreLeftOut) {
  EXPECT_NEAR(paired(0, 1, Values{0, NAN, 0}, Values{1, 9, 3}, 20).error, std::sqrt(2), 1e-15);
  EXPECT_TRUE(std::isnan(paired(0, 1, Values{0, NAN, NAN}, Values{1, 9, 3}, 20).error));
  EXPECT_THROW(paired(0, 1, Values{0}, Values{1, 2}, 20), Error);
}

TEST(Paired, ProbabilitiesNearTheSameEndAreAsSureAsAnItemAllows) {
  const std::vector<double> ones(50, 1), nearly(50, 0.99);
  const Paired near = paired(1, 0.99, ones, nearly, 20, Scale::kBounded);
  EXPECT_EQ(near.error, 1.0 / 20);
  EXPECT_GT(p_below(reversed(near), -0.001), 0.3);
  EXPECT_LT(paired_interval(near).low, -0.1);
  const std::vector<double> halves(50, 0.5);
  EXPECT_EQ(paired(1, 0.5, ones, halves, 20, Scale::kBounded).error, 0);
  EXPECT_EQ(paired(1, 0.99, ones, nearly, 20).error, 0);
}

}  // namespace paired_difference_test
}  // namespace sonde
