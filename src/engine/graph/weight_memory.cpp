#include "engine/graph/weight_memory.h"

#include <algorithm>

#include "base/cpu_class.h"

namespace sonde {
namespace {

std::size_t size_in(Precision precision) {
  if (precision == Precision::kInt8) return 1;
  return precision == Precision::kBF16 ? 2 : sizeof(float);
}

// Measured with decoders of 60 million parameters per layer, in tenths of a byte per number.
// OpenVINO rearranges matrices, and also stores what it converted them from.
std::size_t tenths_in_library(ElementType stored, const GraphOptions& options) {
  const bool f32 = options.precision == Precision::kF32;
  if (options.precision == Precision::kInt8) return 22;
  if (stored == ElementType::kF32 || options.memory == Memory::kLeast) return f32 ? 42 : 22;
  if (!f32) return 44;
  return kernel_class() == CpuClass::kAvx512 ? 60 : 90;  // below AVX-512 it stores a copy in f32
}

// Counts parts of bf16, of which an f32 has three.
std::size_t tenths_on_tiles(ElementType stored, const GraphOptions& options) {
  if (options.precision == Precision::kBF16 || stored == ElementType::kBF16) return 23;
  return stored == ElementType::kF16 ? 43 : 63;
}

std::size_t tenths_of_number(ElementType stored, const GraphOptions& options) {
  return options.kernels.products == Products::kLibrary ? tenths_in_library(stored, options)
                                                        : tenths_on_tiles(stored, options);
}

// Matrices that make a layer's keys and queries of distances, in addition to those of its tokens.
std::size_t matrices_of_distances(const TransformerConfig& model) {
  const RelativeAttention& facts = model.relative;
  if (facts.span == 0) return 0;
  if (facts.shared) return 0;  // the layer's own, which the engine arranges once
  return std::size_t{facts.of_queries} + std::size_t{facts.of_keys};
}

// In the dense layers up to `layer`, and in those of an encoder that they attend to.
std::size_t dense_numbers(const TransformerConfig& model, std::size_t layer) {
  const std::size_t own = model.groups > 0 ? model.groups * model.group_layers : model.layers;
  const bool crosses = model.encoder != nullptr;
  std::size_t numbers = model.projects ? model.embedding * model.hidden : 0;
  if (layer > 0) numbers += model.convolution * model.hidden * model.hidden;
  if (crosses && layer > 0) numbers += dense_numbers(*model.encoder, model.encoder->layers);
  for (std::size_t i = 0; i < std::min(layer, own); ++i) {
    const LayerFacts& facts = model.layer_facts[i];
    const std::size_t heads = (crosses ? 4 : 2) * (facts.heads + facts.key_value_heads);
    const std::size_t attention =
        (heads + matrices_of_distances(model) * facts.heads) * model.head_width;
    const std::size_t forward = (model.gated ? 3 : 2) * facts.intermediate;
    numbers += model.hidden * (attention + forward);
  }
  return numbers;
}

}  // namespace

StoredWeights stored_weights(const Weights& weights) {
  return {weights.parameters(), weights.usual_type()};
}

std::size_t weight_memory(const TransformerConfig& model, std::size_t layer, ElementType stored,
                          const GraphOptions& options) {
  return dense_numbers(model, layer) * tenths_of_number(stored, options) / 10;
}

std::size_t working_memory(const TransformerConfig& model, std::size_t tokens,
                           std::size_t threads) {
  // States of a token that are there at the same time, and the engine's copies of them.
  const std::size_t kept = model.encoder == nullptr ? 8 : 9;  // with the encoder's
  const std::size_t states = 2 * sizeof(float) * (kept * model.hidden + 3 * model.intermediate);
  // Scores of a token by head and other token: a bias, or some products with all distances, both
  // ways (measured with DeBERTa).
  const std::size_t copies = model.relative.span > 0 ? 10 : (model.buckets > 0 ? 1 : 0);
  const std::size_t own =
      threads * tokens * (states + copies * model.heads * tokens * sizeof(float));
  if (model.encoder == nullptr) return own;
  return std::max(own, working_memory(*model.encoder, tokens, threads));
}

std::string_view name_of(Memory memory) { return memory == Memory::kFast ? "fast" : "least"; }

bool has_two_ways(ElementType stored, const GraphOptions& options) {
  return stored != ElementType::kF32 && options.precision != Precision::kInt8 &&
         options.kernels.products == Products::kLibrary;
}

Memory memory_for(const TransformerConfig& model, const StoredWeights& weights,
                  const GraphOptions& options, std::optional<Memory> wanted) {
  constexpr std::size_t kBeside = std::size_t{3} << 28;
  if (!has_two_ways(weights.type, options)) return Memory::kFast;
  if (wanted) return *wanted;
  GraphOptions fast = options;
  fast.memory = Memory::kFast;
  const std::size_t most = weights.parameters * size_in(options.precision) + kBeside;
  const std::size_t taken = weight_memory(model, model.layers, weights.type, fast);
  return taken > most ? Memory::kLeast : Memory::kFast;
}

}  // namespace sonde
