#pragma once

#include <cstddef>

#include "engine/graph_options.h"
#include "engine/transformer_config.h"

namespace sonde {

// Bytes that a model's dense layers up to `layer` take in such a graph, from weights stored in
// `stored` bytes a number. Token tables stay in the mapped file.
std::size_t weight_memory(const TransformerConfig& model, std::size_t layer, std::size_t stored,
                          const GraphOptions& options);

// Bytes that states take on all threads, for texts of up to so many tokens.
std::size_t working_memory(const TransformerConfig& model, std::size_t tokens, std::size_t threads);

}  // namespace sonde
