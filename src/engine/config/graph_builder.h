#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ov {
class Model;
}

namespace sonde {

struct GraphOptions;
struct TransformerConfig;
class Weights;

// Builds the graph of a family: token ids, i32 [sentences, length], in, and the states of each
// tapped layer, f32 [sentences, length, hidden], out, perhaps followed by others that are unused.
// It has no mask for padding: all sentences of a batch have the same number of tokens. Constants
// share the weights' memory, but for matrices on tiles and in int8.
using Builder = std::shared_ptr<ov::Model> (*)(const TransformerConfig& config,
                                               const Weights& weights,
                                               std::span<const std::size_t> taps,
                                               const GraphOptions& options);

}  // namespace sonde
