#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_options.h"
#include "engine/weights/weights.h"

namespace sonde {

struct StoredWeights {
  std::size_t parameters = 0;
  ElementType type = ElementType::kF32;  // most tensors' type
};
StoredWeights stored_weights(const Weights& weights);

// Bytes that a model's dense layers up to `layer` take in such a graph, from weights stored in
// such numbers. Token tables stay in the mapped file.
std::size_t weight_memory(const TransformerConfig& model, std::size_t layer, ElementType stored,
                          const GraphOptions& options);

// Bytes that states take on all threads, for texts of up to so many tokens.
std::size_t working_memory(const TransformerConfig& model, std::size_t tokens, std::size_t threads);

std::string_view name_of(Memory memory);  // fast, least

// Whether Memory makes a difference to such a graph.
bool has_two_ways(ElementType stored, const GraphOptions& options);

// How a model's matrices are stored: as `wanted`, else kLeast for a model whose matrices take more
// than its weights do in the precision that runs, and 3/4 GiB (which leaves 1/4 for all else). It
// depends on the model and the class of processor alone, since vectors' bits do.
Memory memory_for(const TransformerConfig& model, const StoredWeights& weights,
                  const GraphOptions& options, std::optional<Memory> wanted);

}  // namespace sonde
