// How a model's matrices are stored: by its size, the type that they are stored in, and the
// precision. tests/encoders/model_memory_test.py compares the estimates with measured peaks.
#include "engine/graph/weight_memory.h"

#include <gtest/gtest.h>

#include <memory>

#include "sonde/error.h"

namespace sonde {
namespace weight_memory_test {

// A LLaMA of so many layers.
TransformerConfig decoder(std::size_t hidden, std::size_t layers, std::size_t intermediate) {
  TransformerConfig model;
  model.hidden = hidden;
  model.layers = layers;
  model.head_width = 64;
  model.gated = true;
  model.layer_facts.assign(layers, {hidden / 64, hidden / 256, intermediate, 0, 0});
  return model;
}

const TransformerConfig kSmall = decoder(1024, 12, 2816);  // 135 million numbers in matrices
const TransformerConfig kLarge = decoder(4096, 32, 14336);
constexpr StoredWeights kSmallOnes{270'000'000, ElementType::kBF16};
constexpr StoredWeights kLargeOnes{7'500'000'000, ElementType::kBF16};

GraphOptions with(Precision precision) {
  GraphOptions options;
  options.precision = precision;
  return options;
}
const GraphOptions kBf16 = with(Precision::kBF16);

TEST(WeightMemory, IsTheFastWayForSmallModels) {
  EXPECT_EQ(memory_for(kSmall, kSmallOnes, {}, {}), Memory::kFast);
  EXPECT_EQ(memory_for(kSmall, kSmallOnes, kBf16, {}), Memory::kFast);
}

TEST(WeightMemory, IsTheLeastForLargeOnes) {
  EXPECT_EQ(memory_for(kLarge, kLargeOnes, {}, {}), Memory::kLeast);
  EXPECT_EQ(memory_for(kLarge, kLargeOnes, kBf16, {}), Memory::kLeast);
}

TEST(WeightMemory, IsWhatWasAskedFor) {
  EXPECT_EQ(memory_for(kSmall, kSmallOnes, {}, Memory::kLeast), Memory::kLeast);
  EXPECT_EQ(memory_for(kLarge, kLargeOnes, {}, Memory::kFast), Memory::kFast);
}

// Numerics name the way, so they must not name one that changes nothing.
TEST(WeightMemory, HasOneWayWhereNothingIsConverted) {
  const auto least = [](ElementType stored, const GraphOptions& options) {
    return memory_for(kLarge, {kLargeOnes.parameters, stored}, options, Memory::kLeast);
  };
  GraphOptions on_tiles;
  on_tiles.kernels.products = Products::kTiles;
  EXPECT_EQ(least(ElementType::kF32, {}), Memory::kFast);
  EXPECT_EQ(least(ElementType::kBF16, with(Precision::kInt8)), Memory::kFast);
  EXPECT_EQ(least(ElementType::kF16, on_tiles), Memory::kFast);
  EXPECT_EQ(least(ElementType::kF16, {}), Memory::kLeast);
}

// 7 billion in bf16 within 24 GiB, and within the size of its weights and 1 GiB.
TEST(WeightMemory, LeavesRoomForSevenBillionInBf16) {
  GraphOptions options = kBf16;
  options.memory = Memory::kLeast;
  const double gibi = std::size_t{1} << 30;
  const auto taken =
      static_cast<double>(weight_memory(kLarge, kLarge.layers, ElementType::kBF16, options) +
                          working_memory(kLarge, 640, 2));
  EXPECT_LT(taken / gibi, 24);
  EXPECT_LT(taken / gibi, 2 * static_cast<double>(kLargeOnes.parameters) / gibi + 1.2);
}

TEST(WeightMemory, CountsTheMatricesOfDistances) {
  TransformerConfig model = decoder(768, 12, 3072);
  const std::size_t plain = weight_memory(model, 12, ElementType::kF32, {});
  model.relative.span = 256;
  model.relative.of_queries = model.relative.of_keys = true;
  const std::size_t own = weight_memory(model, 12, ElementType::kF32, {});
  const std::size_t matrix = std::size_t{768} * 768 * 42 / 10;
  EXPECT_NEAR(static_cast<double>(own - plain), static_cast<double>(2 * 12 * matrix), 32);
}

// An encoder, and as much attention to it as to the layer's own tokens.
TEST(WeightMemory, CountsAnEncoderAndTheAttentionToIt) {
  TransformerConfig model = decoder(768, 12, 3072);
  const auto bytes = [&](std::size_t layer) {
    return static_cast<double>(weight_memory(model, layer, ElementType::kF32, {}));
  };
  const double plain = bytes(12);
  const auto encoder = decoder(768, 6, 2048);
  model.encoder = std::make_shared<TransformerConfig>(encoder);
  const auto of_encoder = static_cast<double>(weight_memory(encoder, 6, ElementType::kF32, {}));
  const double attention = 768.0 * 2 * (12 + 3) * 64 * 4.2;
  EXPECT_NEAR(bytes(12) - plain, of_encoder + 12 * attention, 32);
  EXPECT_EQ(bytes(0), 0);  // the embeddings alone
  EXPECT_GT(working_memory(model, 640, 2), working_memory(decoder(768, 12, 3072), 640, 2));
}

}  // namespace weight_memory_test
}  // namespace sonde
