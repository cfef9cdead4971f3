#include "engine/models/dense_head.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sonde {
namespace dense_head_test {

const std::filesystem::path kGolden = SONDE_SOURCE_DIR "/tests/golden";

TEST(Head, DenseAgreesWithAProductByTheDefinition) {
  const DenseFacts facts{kGolden / "prompted" / "2_Dense" / "model.safetensors", 16, 10, true,
                         true};
  const std::vector<HeadStep> steps{facts};
  const Head head(steps);
  std::vector<double> vector(16);
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = std::sin(static_cast<double>(i));
  const auto before = vector;
  head.apply(vector);
  const Weights weights(facts.weights, "");
  const auto matrix = weights.floats("linear.weight", {10, 16});
  const auto bias = weights.floats("linear.bias", {10});
  ASSERT_EQ(vector.size(), 10U);
  for (std::size_t o = 0; o < 10; ++o) {
    double sum = static_cast<double>(bias[o]);
    for (std::size_t i = 0; i < 16; ++i) {
      sum += before[i] * static_cast<double>(matrix[o * 16 + i]);
    }
    EXPECT_EQ(vector[o], std::tanh(sum));
  }
}

TEST(Head, NormalisesToLengthOneAndLeavesZeroUndefined) {
  const std::vector<HeadStep> steps{NormalizeFacts{}};
  const Head head(steps);
  std::vector<double> vector{3, 4};
  head.apply(vector);
  EXPECT_EQ(vector, (std::vector<double>{0.6, 0.8}));
  vector = {0, 0};
  head.apply(vector);
  EXPECT_TRUE(std::isnan(vector[0]) && std::isnan(vector[1]));
}

TEST(Head, AVectorWithAnInfiniteNumberIsNaNThroughout) {
  std::vector<float> out(2);
  EXPECT_FALSE(give_vector(std::vector<double>{1, 1e300}, out));
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
  EXPECT_TRUE(give_vector(std::vector<double>{1, 2}, out));
  EXPECT_EQ(out[1], 2.0F);
}

}  // namespace dense_head_test
}  // namespace sonde
