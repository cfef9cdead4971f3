#include "statistics/measures/distributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace distributions_test {

TEST(Distributions, AreScipys) {
  const std::vector<double> points{-37, -8.5, -1, 0, 1e-9, 1.959963984540054, 7, 30};
  const std::vector<double> shares{1e-300, 1e-20, 1e-4, .025, .2, .5, .975, 1 - 1e-12};
  const std::vector<double> degrees{1, 2, 3, 9, 29, 1000, 1e6};
  std::vector<double> given = points, ours;
  given.insert(given.end(), shares.begin(), shares.end());
  given.insert(given.end(), degrees.begin(), degrees.end());
  for (const double z : points) ours.push_back(upper_tail(z));
  for (const double share : shares) ours.push_back(upper_point(share));
  for (const double n : degrees) ours.push_back(student_tail(static_cast<std::size_t>(n)));
  const auto theirs = ask_python(
      "from scipy import stats\n"
      "answer = [*stats.norm.sf(given[:8]), *stats.norm.isf(given[8:16]),\n"
      "          *stats.norm.sf(stats.t.isf(.025, given[16:]))]",
      given);
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_NEAR(ours[i], theirs[i], 1e-12 * std::abs(theirs[i]) + 1e-300) << i;
  }
  EXPECT_DOUBLE_EQ(upper_point(.025), kZ);
}

TEST(Distributions, AreUndefinedOfNaNAndReachTheEnds) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(upper_tail(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(upper_tail(kInfinity), 0);
  EXPECT_EQ(upper_tail(-kInfinity), 1);
}

}  // namespace distributions_test
}  // namespace sonde
