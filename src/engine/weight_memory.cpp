#include "engine/weight_memory.h"

#include <algorithm>

namespace sonde {
namespace {

// Measured with decoders of 60 million parameters a layer, in tenths of a byte a number. OpenVINO
// arranges matrices anew, and keeps beside that what it converted them from.
std::size_t tenths_of_number(std::size_t stored, const GraphOptions& options) {
  if (options.precision == Precision::kInt8) return 22;
  if (options.kernels.products != Products::kLibrary) return 60;  // three parts of bf16 at most
  if (options.precision == Precision::kBF16) return stored < sizeof(float) ? 44 : 23;
  return stored < sizeof(float) ? 60 : 42;
}

}  // namespace

std::size_t weight_memory(const TransformerConfig& model, std::size_t layer, std::size_t stored,
                          const GraphOptions& options) {
  const std::size_t own = model.groups > 0 ? model.groups * model.group_layers : model.layers;
  std::size_t numbers = model.projects ? model.embedding * model.hidden : 0;
  for (std::size_t i = 0; i < std::min(layer, own); ++i) {
    const LayerFacts& facts = model.layer_facts[i];
    const std::size_t attention = 2 * (facts.heads + facts.key_value_heads) * model.head_width;
    const std::size_t forward = (model.gated ? 3 : 2) * facts.intermediate;
    numbers += model.hidden * (attention + forward);
  }
  return numbers * tenths_of_number(stored, options) / 10;
}

std::size_t working_memory(const TransformerConfig& model, std::size_t tokens,
                           std::size_t threads) {
  // States of a token that are there at the same time, and the engine's copies of them.
  const std::size_t states = 2 * sizeof(float) * (8 * model.hidden + 3 * model.intermediate);
  const std::size_t biases = model.buckets > 0 ? model.heads * tokens * sizeof(float) : 0;
  return threads * tokens * (states + biases);
}

}  // namespace sonde
