#include "statistics/resampling/holm_correction.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sonde {
namespace holm_correction_test {

using Values = std::vector<double>;

// The worked example of Wikipedia's article "Holm-Bonferroni method".
TEST(Holm, IsTheTextbooks) {
  const Values p{0.01, 0.04, 0.03, 0.005};
  const Values expected{0.03, 0.06, 0.06, 0.02};
  const Values corrected = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(corrected[i], expected[i], 1e-15) << i;
  EXPECT_EQ(holm(Values{0.5, 0.9}), (Values{1, 1}));
  EXPECT_TRUE(holm(Values{}).empty());
}

TEST(Holm, LeavesUndefinedOut) {
  const Values corrected = holm(Values{0.02, NAN, 0.03});
  EXPECT_NEAR(corrected[0], 0.04, 1e-15);
  EXPECT_TRUE(std::isnan(corrected[1]));
  EXPECT_NEAR(corrected[2], 0.04, 1e-15);
}

}  // namespace holm_correction_test
}  // namespace sonde
