#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_nodes.h"
#include "formats/arrays/safetensors.h"

namespace sonde {

// Products in int8: the weights of an output have a scale in common, and so has each group of
// numbers of a token, which the engine finds when it sees them. So a token's product depends on the
// token alone.

// Changes when the same weights give other bits: a part of Identity::numerics.
constexpr int kInt8Revision = 1;

// A layer with fewer is left in the type of its weights.
constexpr std::size_t kFewestInt8Inputs = 16;

// How many numbers of a token share a scale: 64, or fewer if a layer has no group of 64 (the engine
// would leave that layer in f32). 0: the model is too narrow for int8.
std::size_t int8_group(const TransformerConfig& config);

// A matrix in 8 bits: numbers[o * inputs + i] * scales[o].
struct Int8Weights {
  std::vector<std::int8_t> numbers;  // outputs x inputs
  std::vector<float> scales;         // an output
};

// `stored` is outputs x inputs, or inputs x outputs if `transposed`. All of it is finite.
Int8Weights int8_weights(const Tensor& stored, std::size_t inputs, bool transposed,
                         std::size_t threads);

// The same as f32, outputs x inputs, in the form that the engine multiplies in int8.
graph::Node int8_matrix(Int8Weights weights);

}  // namespace sonde
