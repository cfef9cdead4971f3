#include "probes/sets/threshold_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"
#include "statistics/measures/testing/shapes.h"

namespace sonde {
namespace threshold_grid_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The direct definition: every sample at every pair of thresholds.
CaseShares at_every_pair(std::span<const double> first, std::span<const double> a,
                         std::span<const double> second, std::span<const double> b) {
  double counts[2][2] = {};
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (const double one : a) {
      for (const double other : b) ++counts[first[i] >= one][second[i] >= other];
    }
  }
  const double all = static_cast<double>(first.size() * a.size() * b.size());
  return {counts[1][1] / all, counts[1][0] / all, counts[0][1] / all, counts[0][0] / all};
}

void expect_as_at_every_pair(std::span<const double> first, const ThresholdGrid& a,
                             std::span<const double> second, const ThresholdGrid& b) {
  const CaseShares fast = case_shares(first, a, second, b);
  const CaseShares plain = at_every_pair(first, a.values(), second, b.values());
  EXPECT_NEAR(fast.both, plain.both, 1e-12);
  EXPECT_NEAR(fast.first, plain.first, 1e-12);
  EXPECT_NEAR(fast.second, plain.second, 1e-12);
  EXPECT_NEAR(fast.neither, plain.neither, 1e-12);
}

// Differences of which many are on the thresholds themselves or close to them.
std::vector<double> with_ties(std::size_t n, std::uint64_t stream, const ThresholdGrid& grid) {
  std::vector<double> values = uniforms(stream, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double at = grid.values()[random_bits(2, stream, i) % grid.values().size()];
    if (i % 4 == 1) values[i] = at;
    if (i % 4 == 2) values[i] = std::nextafter(at, 2);
    if (i % 4 == 3) values[i] = std::nextafter(at, -2);
  }
  return values;
}

TEST(ThresholdGrid, AverageIsThatOverEveryPair) {
  for (std::uint64_t sample = 0; sample < 20; ++sample) {
    const double low = uniform(1, sample) - 1, high = low + 2 * uniform(2, sample);
    const auto a = ThresholdGrid::even(low, high, 2 + sample);
    const auto b = ThresholdGrid::published(-high, 1 - low, 2 + sample % 5, 1 + sample % 7);
    const auto first = with_ties(60, 10 + sample, a), second = with_ties(60, 40 + sample, b);
    expect_as_at_every_pair(first, a, second, b);
  }
}

TEST(ThresholdGrid, ValuesAreNumpys) {
  const auto theirs = ask_python(R"(
ticks = np.linspace(given[0], given[1], 11)
answer = np.r_[np.linspace(given[0], given[1], 132),
               np.sort(np.r_[*[np.linspace(a, b, 23) for a, b in zip(ticks, ticks[1:])]])]
)",
                                 std::vector<double>{-0.2001044166817766, 0.546288437176833});
  const auto even = ThresholdGrid::even(-0.2001044166817766, 0.546288437176833);
  const auto published = ThresholdGrid::published(-0.2001044166817766, 0.546288437176833, 11, 22);
  std::vector<double> ours(even.values().begin(), even.values().end());
  ours.insert(ours.end(), published.values().begin(), published.values().end());
  EXPECT_EQ(ours, theirs);
}

TEST(ThresholdGrid, SharesAtAndBeyondTheEnds) {
  const auto grid = ThresholdGrid::even(0, 1, 5);
  EXPECT_EQ(grid.share(-0.1), 0);
  EXPECT_EQ(grid.share(0), 0.2);
  EXPECT_EQ(grid.share(0.5), 0.6);
  EXPECT_EQ(grid.share(0.99), 0.8);
  EXPECT_EQ(grid.share(1), 1);
  EXPECT_EQ(grid.share(1e300), 1);
  EXPECT_TRUE(std::isnan(grid.share(kNaN)));
  const auto point = ThresholdGrid::even(0.3, 0.3);
  EXPECT_EQ(point.share(0.3), 1);
  EXPECT_EQ(point.share(0.2), 0);
  const auto tiny = ThresholdGrid::even(0, 5e-324);
  EXPECT_GT(tiny.share(0), 0);
}

TEST(ThresholdGrid, RefusesWhatIsNone) {
  EXPECT_THROW(ThresholdGrid::even(1, 0), Error);
  EXPECT_THROW(ThresholdGrid::even(0, kNaN), Error);
  EXPECT_THROW(ThresholdGrid::even(-1e308, 1e308), Error);
  EXPECT_THROW(ThresholdGrid::even(0, 1, 1), Error);
  EXPECT_THROW(ThresholdGrid::published(0, 1, 1, 4), Error);
  EXPECT_THROW(ThresholdGrid::published(0, 1, 4, 0), Error);
  const auto grid = ThresholdGrid::even(0, 1);
  EXPECT_THROW(case_shares(std::vector<double>{1}, grid, {}, grid), Error);
  EXPECT_TRUE(std::isnan(case_shares({}, grid, {}, grid).both));
}

}  // namespace threshold_grid_test
}  // namespace sonde
