#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph_nodes.h"
#include "engine/graph_options.h"
#include "engine/transformer_config.h"
#include "engine/weights.h"
#include "kernels/tile_dense.h"

namespace sonde {

// A dense layer of the weights: NAME.weight, outputs x inputs, and NAME.bias where it has one.
struct DenseLayer {
  std::string name;
  std::size_t inputs, outputs;
  bool bias = true;
};

// The parts that builders make layers of, by the facts of the model and with the kernels asked for.
// States are f32 [sentences, length, numbers]. Constants share the weights' memory, but for
// matrices on tiles.
class GraphParts {
 public:
  using Node = graph::Node;

  GraphParts(const TransformerConfig& config, const Weights& weights, const GraphOptions& options);

  Node table(const std::string& name, std::size_t rows, std::size_t width) const;
  Node row(const std::string& name, std::size_t size) const;  // [1, 1, size]
  // Row 0 of a table: [1, 1, width].
  Node first_row(const std::string& name, std::size_t rows, std::size_t width) const;

  Node dense(const Node& in, const DenseLayer& layer) const;
  // Of the layer at this path of the weights: projections, attention, and the dense layer behind
  // it. `bias` is added to the scaled scores, [1, heads, length, length]; without a node there is
  // none. Beside one, causality is the bias's to say.
  Node attention(const Node& in, const std::string& path, const Node& bias = {}) const;
  Node feed_forward(const Node& in, const std::string& path) const;
  // Of one state, or of the sum of two.
  Node norm(const ov::OutputVector& summands, const std::string& name, std::size_t width) const;

  bool on_tiles() const { return options_.kernels.products != Products::kLibrary; }

 private:
  // The layers of these names, one behind the other in one.
  Node dense_on_tiles(const Node& in, const std::vector<DenseLayer>& layers) const;
  // Query, key and value: each for itself, or, on tiles, one behind the other in one.
  ov::OutputVector projections(const Node& in, const std::string& path) const;
  Node own_attention(ov::OutputVector parts, const Node& bias) const;
  Node library_attention(ov::OutputVector parts, const Node& bias) const;
  Node heads(const Node& in, std::size_t count) const;
  Node own_norm(const ov::OutputVector& summands, const std::string& name, std::size_t width) const;
  Node layer_norm(const Node& in, const std::string& name, std::size_t width) const;
  Node rms_norm(const Node& in, const std::string& name, std::size_t width) const;
  Node activate(const Node& in) const;
  Node fused_feed_forward(const Node& in, const DenseLayer& up, const DenseLayer& down) const;
  std::shared_ptr<const TileDense> tiles(const std::vector<DenseLayer>& layers) const;

  std::size_t attended_width() const { return config_.heads * config_.head_width; }
  std::size_t key_width() const { return config_.key_value_heads * config_.head_width; }

  const TransformerConfig& config_;
  const Weights& weights_;
  GraphOptions options_;
  mutable std::map<std::string, std::shared_ptr<const TileDense>> tiles_;
};

}  // namespace sonde
