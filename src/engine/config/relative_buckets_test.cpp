#include "engine/config/relative_buckets.h"

#include <gtest/gtest.h>

#include <vector>

namespace sonde {
namespace relative_buckets_test {

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

// Printed by make_log_bucket_position of transformers 5.23: the first distances of some rows of the
// table of DeBERTa's version 3, and a digest of all.
TEST(RelativeBuckets, RowsOfDebertasTableAreThoseOfTransformers) {
  for (const auto& [distance, row] : std::vector<std::pair<int, int>>{{0, 256},
                                                                      {1, 257},
                                                                      {-1, 255},
                                                                      {128, 384},
                                                                      {131, 387},
                                                                      {132, 387},
                                                                      {133, 388},
                                                                      {479, 506},
                                                                      {499, 509},
                                                                      {500, 510},
                                                                      {505, 510},
                                                                      {506, 511},
                                                                      {1100, 511},
                                                                      {-131, 125},
                                                                      {-132, 125},
                                                                      {-133, 124},
                                                                      {-506, 1},
                                                                      {-1100, 0}}) {
    EXPECT_EQ(disentangled_row(distance, 256, 512), row) << distance;
  }
  std::int64_t digest = 0;
  for (int distance = -1100; distance <= 1100; ++distance) {
    digest = (digest * 31 + disentangled_row(distance, 256, 512)) % 1000003;
  }
  EXPECT_EQ(digest, 421870);
}

TEST(RelativeBuckets, RowsWithoutBucketsAreExactAsFarAsTheTableGoes) {
  for (const auto& [distance, row] :
       std::vector<std::pair<int, int>>{{0, 8}, {7, 15}, {9, 15}, {-8, 0}, {-9, 0}}) {
    EXPECT_EQ(disentangled_row(distance, 8, 0), row) << distance;
  }
}

}  // namespace relative_buckets_test
}  // namespace sonde
