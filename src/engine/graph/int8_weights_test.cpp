#include "engine/graph/int8_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace sonde {
namespace int8_weights_test {

constexpr std::size_t kOutputs = 70, kInputs = 33;

std::vector<float> random_matrix() {
  std::mt19937 random(7);
  std::normal_distribution<float> numbers(0, 0.3F);
  std::vector<float> matrix(kOutputs * kInputs);
  for (float& number : matrix) number = numbers(random);
  return matrix;
}

Int8Weights quantised(const std::vector<float>& stored, bool transposed, std::size_t threads) {
  Tensor tensor;
  tensor.type = ElementType::kF32;
  tensor.bytes = std::as_bytes(std::span(stored));
  return int8_weights(tensor, kInputs, transposed, threads);
}

TEST(Int8Weights, AreWithinHalfAStepAndUseAllSteps) {
  const auto matrix = random_matrix();
  const auto weights = quantised(matrix, false, 1);
  for (std::size_t o = 0; o < kOutputs; ++o) {
    int most = 0;
    for (std::size_t i = 0; i < kInputs; ++i) {
      const int steps = weights.numbers[o * kInputs + i];
      const float scale = weights.scales[o];
      EXPECT_LE(std::fabs(static_cast<float>(steps) * scale - matrix[o * kInputs + i]),
                scale * 0.5001F);
      most = std::max(most, std::abs(steps));
    }
    EXPECT_EQ(most, 127) << o;
  }
}

TEST(Int8Weights, AreTheSameFromATransposedMatrixAndOnMoreThreads) {
  const auto matrix = random_matrix();
  std::vector<float> transposed(matrix.size());
  for (std::size_t o = 0; o < kOutputs; ++o) {
    for (std::size_t i = 0; i < kInputs; ++i) {
      transposed[i * kOutputs + o] = matrix[o * kInputs + i];
    }
  }
  const auto one = quantised(matrix, false, 1);
  const auto other = quantised(transposed, true, 3);
  EXPECT_EQ(one.numbers, other.numbers);
  EXPECT_EQ(one.scales, other.scales);
}

TEST(Int8Weights, OfARowOfZerosAreZeros) {
  auto matrix = random_matrix();
  std::fill_n(matrix.begin(), kInputs, 0.0F);
  const auto weights = quantised(matrix, false, 1);
  for (std::size_t i = 0; i < kInputs; ++i) EXPECT_EQ(weights.numbers[i], 0);
  EXPECT_TRUE(std::isfinite(weights.scales[0]));
}

TransformerConfig config_of(std::size_t hidden, std::size_t intermediate) {
  TransformerConfig config;
  config.hidden = hidden;
  config.head_width = hidden / 4;
  config.layer_facts = {{.heads = 4, .key_value_heads = 4, .intermediate = intermediate}};
  return config;
}

TEST(Int8Group, HasAsManyNumbersAsTheNarrowestLayerThatIsComputedInInt8) {
  EXPECT_EQ(int8_group(config_of(384, 1536)), 64U);
  EXPECT_EQ(int8_group(config_of(64, 100)), 64U);
  EXPECT_EQ(int8_group(config_of(64, 40)), 32U);
  EXPECT_EQ(int8_group(config_of(16, 64)), 16U);
  EXPECT_EQ(int8_group(config_of(8, 64)), 0U);
  auto narrow = config_of(64, 128);
  narrow.projects = true;
  narrow.embedding = 8;  // stays in f32
  EXPECT_EQ(int8_group(narrow), 64U);
}

}  // namespace int8_weights_test
}  // namespace sonde
