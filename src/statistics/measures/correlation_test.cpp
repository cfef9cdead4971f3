#include "statistics/measures/correlation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace correlation_test {

using Values = std::vector<double>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Correlation kAll[] = {Correlation::kPearson, Correlation::kSpearman,
                                Correlation::kKendall};

struct Case {
  Values x, y;
};

// Related values, rounded to `levels` steps, so that few levels are many ties.
Case related(std::size_t n, double levels, std::uint64_t stream) {
  Case result;
  for (std::size_t i = 0; i < n; ++i) {
    const double shared = uniform(stream, i);
    const double x = shared + uniform(stream + 1, i), y = shared - 2 * uniform(stream + 2, i);
    result.x.push_back(std::round(x * levels) / levels);
    result.y.push_back(std::round(y * levels / 2));
  }
  return result;
}

std::vector<Case> cases() {
  std::vector<Case> result;
  std::uint64_t stream = 100;
  for (const std::size_t n : {2U, 3U, 4U, 5U, 10U, 50U, 333U, 3000U}) {
    for (const double levels : {1.0, 2.0, 5.0, 40.0, 1e9}) {
      for (int again = 0; again < 4; ++again) result.push_back(related(n, levels, stream += 3));
    }
  }
  result.push_back({Values(10, 0.1), uniforms(1, 10)});
  result.push_back({uniforms(1, 10), Values(10, 0.1)});
  result.push_back({{1, 2, kNaN, 4}, {1, 3, 2, 4}});
  result.push_back({{1e200, 2e200, -3e200, 1}, {1e-200, -4e-200, 2e-200, 0}});
  result.push_back({{1e9 + 1, 1e9 + 2, 1e9 + 4}, {3, 2, 5}});
  return result;
}

void expect_same(double ours, double theirs, double tolerance) {
  EXPECT_EQ(std::isnan(ours), std::isnan(theirs)) << ours << " for " << theirs;
  if (std::isnan(ours)) return;
  EXPECT_NEAR(ours, theirs, tolerance);
}

TEST(Correlation, AgreesWithScipy) {
  Values given;
  for (const auto& [x, y] : cases()) {
    given.push_back(static_cast<double>(x.size()));
    given.insert(given.end(), x.begin(), x.end());
    given.insert(given.end(), y.begin(), y.end());
  }
  const auto theirs = ask_python(R"(
from scipy import stats
answer, at = [], 0
while at < len(given):
    n = int(given[at]); x, y = given[at + 1:at + 1 + n], given[at + 1 + n:at + 1 + 2 * n]
    at += 1 + 2 * n
    for correlation in stats.pearsonr, stats.spearmanr, stats.kendalltau:
        answer.append(correlation(x, y).statistic)
)",
                                 given);
  ASSERT_EQ(theirs.size(), 3 * cases().size());
  std::size_t at = 0;
  for (const auto& [x, y] : cases()) {
    SCOPED_TRACE(testing::Message() << "case " << at / 3 << " of " << x.size());
    expect_same(pearson(x, y), theirs[at++], 1e-12);
    expect_same(spearman(x, y), theirs[at++], 1e-12);
    expect_same(kendall_tau_b(x, y), theirs[at++], 1e-12);
  }
}

// Points drawn from few values, with weights that are often 0.
struct Weighted {
  std::vector<int> x, y;
  std::vector<std::uint8_t> weights;

  static Weighted draw() {
    const auto n = *rc::gen::inRange<std::size_t>(0, 40);
    const int levels = *rc::gen::inRange(1, 12);
    const auto values = rc::gen::container<std::vector<int>>(n, rc::gen::inRange(0, levels));
    const auto weights =
        rc::gen::container<std::vector<std::uint8_t>>(n, rc::gen::inRange<std::uint8_t>(0, 4));
    return {*values, *values, *weights};
  }
};

TEST(Correlation, WeightsEqualRepeatedPoints) {
  EXPECT_TRUE(rc::check([] {
    const auto drawn = Weighted::draw();
    const Values x(drawn.x.begin(), drawn.x.end()), y(drawn.y.begin(), drawn.y.end());
    Case repeated;
    for (std::size_t i = 0; i < x.size(); ++i) {
      repeated.x.insert(repeated.x.end(), drawn.weights[i], x[i]);
      repeated.y.insert(repeated.y.end(), drawn.weights[i], y[i]);
    }
    const std::vector<std::uint8_t> once(repeated.x.size(), 1);
    for (const auto kind : kAll) {
      const double weighted = weighted_correlation(kind, x, y, drawn.weights);
      const double plain = weighted_correlation(kind, repeated.x, repeated.y, once);
      RC_ASSERT(std::isnan(weighted) == std::isnan(plain));
      RC_ASSERT(std::isnan(weighted) || std::abs(weighted - plain) < 1e-12);
    }
  }));
}

TEST(Correlation, OfRanksIgnoresMonotoneChangesAndOrder) {
  const auto [x, y] = related(500, 20, 7000);
  Values exponential = x;
  for (double& value : exponential) value = std::exp(value);
  EXPECT_EQ(spearman(x, y), spearman(exponential, y));
  EXPECT_EQ(kendall_tau_b(x, y), kendall_tau_b(exponential, y));
  const Values x_reversed(x.rbegin(), x.rend()), y_reversed(y.rbegin(), y.rend());
  EXPECT_EQ(spearman(x, y), spearman(x_reversed, y_reversed));
  EXPECT_EQ(kendall_tau_b(x, y), kendall_tau_b(y_reversed, x_reversed));
}

TEST(Correlation, OfEqualRowsIsOne) {
  const auto [x, y] = related(301, 1e9, 8000);
  EXPECT_EQ(pearson(x, x), 1.0);
  EXPECT_EQ(spearman(y, y), 1.0);
  EXPECT_EQ(kendall_tau_b(y, y), 1.0);
}

TEST(Correlation, IsUndefinedWhereItIs) {
  for (const auto kind : {pearson, spearman, kendall_tau_b}) {
    EXPECT_TRUE(std::isnan(kind(Values{}, Values{})));
    EXPECT_TRUE(std::isnan(kind(Values{1}, Values{2})));
    EXPECT_TRUE(std::isnan(kind(Values{0.1, 0.1, 0.1}, Values{1, 2, 3})));
    EXPECT_TRUE(std::isnan(kind(Values{1, 2, 3}, Values{1, kNaN, 3})));
    EXPECT_THROW(kind(Values{1, 2}, Values{1}), Error);
  }
}

}  // namespace correlation_test
}  // namespace sonde
