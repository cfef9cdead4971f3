#include "data/result_names.h"

#include <gtest/gtest.h>

namespace sonde {
namespace result_names_test {

TEST(ResultNames, FormerOnesAreOfTheirProbeAlone) {
  EXPECT_EQ(current_result_name("fuzz_below", "curves"), "false_negative_rate");
  EXPECT_EQ(current_result_name("best_cosine", "curves?variants=5"), "threshold");
  EXPECT_EQ(current_result_name("best_cosine", "curvature"), "best_cosine");
  EXPECT_EQ(current_result_name("limit_cosine"), "threshold_at_fpr");
  EXPECT_EQ(current_result_name("overlap", "curves"), "overlap");
}

}  // namespace result_names_test
}  // namespace sonde
