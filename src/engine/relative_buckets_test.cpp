#include "engine/relative_buckets.h"

#include <gtest/gtest.h>

#include <vector>

namespace sonde {
namespace {

// Printed by MPNetEncoder.relative_position_bucket of transformers 5.23, which
// computes them by logarithms in f32.
TEST(RelativeBuckets, AreThoseOfTransformers) {
  const std::vector<std::int64_t> after = {
      0,  17, 18, 19, 20, 21, 22, 23, 24, 24, 24, 24, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26,
      27, 27, 27, 27, 27, 27, 27, 27, 27, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
      29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 30, 30, 30, 30, 30};
  for (std::size_t n = 0; n < after.size(); ++n) {
    const auto distance = static_cast<std::int64_t>(n);
    EXPECT_EQ(relative_bucket(distance), after[n]) << n;
    EXPECT_EQ(relative_bucket(-distance), n == 0 ? 0 : after[n] - 16) << n;
  }
  for (const auto& [distance, bucket] : std::vector<std::pair<int, int>>{
           {90, 30}, {91, 31}, {127, 31}, {511, 31}, {-90, 14}, {-91, 15}}) {
    EXPECT_EQ(relative_bucket(distance), bucket) << distance;
  }
}

}  // namespace
}  // namespace sonde
