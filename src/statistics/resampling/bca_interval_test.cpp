#include "statistics/resampling/bca_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"
#include "statistics/measures/distributions.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace bca_interval_test {

std::vector<double> numbers_to(int last) {
  std::vector<double> numbers(static_cast<std::size_t>(last) + 1);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

TEST(AcceleratedInterval, IsThePercentilesWhereNothingIsToBeCorrected) {
  const auto interval = accelerated_interval(numbers_to(1000), 500, 0, 100000);
  EXPECT_NEAR(interval.low, 25, .1);
  EXPECT_NEAR(interval.high, 975, .1);
}

// The ends of Efron's (1987) formula (2.3), worked out by hand for z0 = 0.2533 (a share of .6
// below) and a = 0.05.
TEST(AcceleratedInterval, MovesBothEnds) {
  const auto interval = accelerated_interval(numbers_to(1000), 600.5, .05, 100000);
  const auto end = [](double z) {
    const double from = .2533471 + z;
    return 1000 * upper_tail(-.2533471 - from / (1 - .05 * from));
  };
  EXPECT_NEAR(interval.low, end(-1.959985), .6);
  EXPECT_NEAR(interval.high, end(1.959985), .6);
  EXPECT_GT(interval.low, 80);
  EXPECT_GT(interval.high, 990);
}

TEST(AcceleratedInterval, IsUndefinedWhereMostReplicatesAre) {
  std::vector<double> half(10, NAN);
  for (int i = 0; i < 4; ++i) half[static_cast<std::size_t>(i)] = i;
  EXPECT_TRUE(std::isnan(accelerated_interval(half, 2, 0, 10).low));
  EXPECT_TRUE(std::isnan(accelerated_interval({}, 2, 0, 10).high));
  EXPECT_TRUE(std::isnan(accelerated_interval(numbers_to(10), 5, 0, 9).low));
  const auto flat = accelerated_interval(std::vector<double>(20, 1.5), 1.5, 0, 10);
  EXPECT_EQ(flat.low, 1.5);
  EXPECT_EQ(flat.high, 1.5);
}

// scipy's BCa of the same replicates, at the level that leaves Student's tails.
TEST(AcceleratedInterval, IsScipys) {
  constexpr std::size_t kItems = 40, kReplicates = 500;
  const std::vector<double> level{1 - 2 * student_tail(kItems - 1)};
  const auto told = ask_python(R"(
from scipy import stats
draw = np.random.default_rng(1)
answer = []
for statistic in (np.std, np.median, np.mean):
    x = draw.exponential(size=40)
    drawn = np.array([statistic(draw.choice(x, 40)) for _ in range(500)])
    made = stats.bootstrap((x,), statistic, n_resamples=1, vectorized=False)
    made.bootstrap_distribution = drawn
    bca = stats.bootstrap((x,), statistic, n_resamples=0, vectorized=False, method='BCa',
                          confidence_level=given[0], bootstrap_result=made).confidence_interval
    without = [statistic(np.delete(x, i)) for i in range(40)]
    answer += [statistic(x), bca.low, bca.high, *drawn, *without])",
                               level);
  ASSERT_EQ(told.size(), 3 * (3 + kReplicates + kItems));
  for (auto one = told.begin(); one != told.end(); one += 3 + kReplicates + kItems) {
    const std::vector<double> without(one + 3 + kReplicates, one + 3 + kReplicates + kItems);
    const auto interval =
        accelerated_interval({one + 3, one + 3 + kReplicates}, *one, acceleration(without), kItems);
    EXPECT_NEAR(interval.low, *(one + 1), 1e-9);
    EXPECT_NEAR(interval.high, *(one + 2), 1e-9);
  }
}

TEST(Acceleration, OfAMeanIsASixthOfTheSkewness) {
  const std::vector<double> x{0, 0, 0, 1, 2, 9};
  std::vector<double> without;
  for (const double one : x) without.push_back((12 - one) / 5);
  double squares = 0, cubes = 0;
  for (const double one : x) {
    squares += (one - 2) * (one - 2) / 6;
    cubes += (one - 2) * (one - 2) * (one - 2) / 6;
  }
  EXPECT_NEAR(acceleration(without), cubes / std::pow(squares, 1.5) / 6 / std::sqrt(6.0), 1e-12);
  without.push_back(NAN);
  EXPECT_NEAR(acceleration(without), cubes / std::pow(squares, 1.5) / 6 / std::sqrt(6.0), 1e-12);
  EXPECT_EQ(acceleration(std::vector<double>(3, 1)), 0);
  EXPECT_EQ(acceleration({}), 0);
}

}  // namespace bca_interval_test
}  // namespace sonde
