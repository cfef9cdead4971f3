#include "statistics/measures/kolmogorov.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace kolmogorov_test {

// scipy's exact test of two samples that are so far apart: the second one is the first, shifted.
TEST(KolmogorovSmirnov, IsScipysExactTest) {
  const std::vector<double> sizes{1, 2, 3, 8, 20, 101, 1000};
  std::vector<double> given;
  for (const double n : sizes) {
    for (const double share : {0.0, .05, .1, .3, .5, .9, 1.0}) {
      given.push_back(n);
      given.push_back(std::round(share * n));
    }
  }
  const auto expected = ask_python(
      "from scipy import stats\n"
      "warnings.simplefilter('error')  # where it gives up exactness\n"
      "answer = []\n"
      "for n, steps in given.reshape(-1, 2).astype(int):\n"
      "    x = np.arange(n)\n"
      "    test = stats.ks_2samp(x, x + steps - .5 * (steps > 0), method='exact')\n"
      "    assert round(test.statistic * n) == steps, (n, steps, test.statistic)\n"
      "    answer.append(test.pvalue)",
      given);
  ASSERT_EQ(expected.size(), given.size() / 2);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto n = static_cast<std::size_t>(given[2 * i]);
    const auto steps = static_cast<std::size_t>(given[2 * i + 1]);
    EXPECT_NEAR(kolmogorov_smirnov_p(n, steps), expected[i], 1e-9 * expected[i] + 1e-14)
        << n << " " << steps;
  }
}

TEST(KolmogorovSmirnov, IsThatOfThePublishedRatings) {
  EXPECT_NEAR(kolmogorov_smirnov_p(2790, 866) / 4.298430568245046e-119, 1, 1e-6);
  EXPECT_EQ(kolmogorov_smirnov_p(10, 0), 1);
  EXPECT_EQ(kolmogorov_smirnov_p(100'000, 100'000), 0);
  EXPECT_TRUE(std::isnan(kolmogorov_smirnov_p(0, 0)));
}

}  // namespace kolmogorov_test
}  // namespace sonde
