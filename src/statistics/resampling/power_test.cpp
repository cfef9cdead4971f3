#include "statistics/resampling/power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace sonde {
namespace power_test {

// Simulated: the computed number of items finds the drop in four samples of five.
TEST(Power, OfItemsNeededIs80Percent) {
  const Paired seen{-0.02, 0.03, 100};
  const double needed = items_needed(seen, 0, 0.05);
  EXPECT_NEAR(needed, 100 * std::pow((1.644854 + 0.841621) * 0.03 / 0.02, 2), 1);
  const double error = 0.03 * std::sqrt(100 / needed);
  std::size_t found = 0;
  constexpr std::size_t kSamples = 20000;
  for (std::size_t i = 0; i < kSamples; ++i) {
    double sum = -6;
    for (std::size_t k = 0; k < 12; ++k) sum += uniform(100 + k, i);  // about normal
    const Paired again{-0.02 + error * sum, error, static_cast<std::size_t>(needed)};
    found += p_below(again, 0) < 0.05;
  }
  EXPECT_NEAR(static_cast<double>(found) / kSamples, 0.8, 0.015);
  EXPECT_NEAR(detectable(Paired{0, error, static_cast<std::size_t>(needed)}, 0.05), 0.02, 1e-4);
  EXPECT_TRUE(std::isinf(items_needed(Paired{0.1, 0.03, 100}, 0.1, 0.05)));
}

// Rounding gives identical replicates a spread of 1e-17 or so.
TEST(Power, OfDifferencesThatDoNotVary) {
  using Values = std::vector<double>;
  for (const double noise : {0.0, 1e-16}) {
    const Paired correlations =
        paired(-1, 1, Values{-1, -1 + noise, -1}, Values{1, 1, 1 - noise}, 16, Scale::kCorrelation);
    for (const auto& same : {correlations, Paired{2, noise, 16}}) {
      EXPECT_TRUE(std::isinf(items_needed(same, 2, 0.05)));
      EXPECT_EQ(items_needed(same, 1, 0.05), kFewestItems);
    }
  }
}

TEST(Power, NeedsEnoughItems) {
  const Paired few{0.5, 0.1, 9};
  EXPECT_TRUE(std::isnan(items_needed(few, 0, 0.05)) && std::isnan(detectable(few, 0.05)));
}

}  // namespace power_test
}  // namespace sonde
