#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_nodes.h"
#include "engine/graph/graph_options.h"
#include "engine/kernels/tile_dense.h"
#include "engine/weights/weights.h"

namespace sonde {

// A dense layer of the weights: NAME.weight, outputs x inputs, and NAME.bias if it has one.
struct DenseLayer {
  std::string name;
  std::size_t inputs, outputs;
  bool bias = true;
  bool transposed = false;  // inputs x outputs
  // Not 0: NAME itself, whose outputs (if transposed), else inputs, are [heads, width].
  std::size_t heads = 0;
};

// The parts that builders make layers of, by the facts of the model and with the selected kernels.
// States are f32 [sentences, length, numbers]. Constants share the weights' memory, but for
// matrices on tiles and in int8.
class GraphParts {
 public:
  using Node = graph::Node;

  GraphParts(const TransformerConfig& config, const Weights& weights, const GraphOptions& options);

  Node table(const std::string& name, std::size_t rows, std::size_t width) const;
  Node row(const std::string& name, std::size_t size) const;  // [1, 1, size]
  // A vector a head: [1, heads, 1, width].
  Node head_rows(const std::string& name, std::size_t heads, std::size_t width) const;
  // Row 0 of a table: [1, 1, width].
  Node first_row(const std::string& name, std::size_t rows, std::size_t width) const;

  Node dense(const Node& in, const DenseLayer& layer) const;
  // Layers of the same inputs, concatenated: each for itself, or, on tiles, all in one.
  ov::OutputVector dense_layers(const Node& in, const std::vector<DenseLayer>& layers) const;
  // The layer of the weights that is called so.
  DenseLayer dense_of_layer(std::size_t layer, std::string_view name, std::size_t inputs,
                            std::size_t outputs, bool bias) const;
  Node feed_forward(const Node& in, std::size_t layer) const;
  Node activate(const Node& in) const;
  // Convolves the `size` tokens around each, zeros beyond the ends. NAME.weight is [width, width,
  // size].
  Node convolution(const Node& in, const std::string& name, std::size_t width,
                   std::size_t size) const;
  // The norm of one state, or of the sum of two.
  Node norm(const ov::OutputVector& summands, const std::string& name, std::size_t width) const;
  // The norm of the last `width` numbers, by OpenVINO's operations.
  Node library_norm(const Node& in, const std::string& name, std::size_t width) const;

  bool on_tiles() const { return options_.kernels.products != Products::kLibrary; }
  const GraphOptions& options() const { return options_; }

 private:
  // The layers of these names, concatenated into one.
  Node dense_on_tiles(const Node& in, const std::vector<DenseLayer>& layers) const;
  Node own_norm(const ov::OutputVector& summands, const std::string& name, std::size_t width) const;
  Node layer_norm(const Node& in, const std::string& name, std::size_t width) const;
  Node rms_norm(const Node& in, const std::string& name, std::size_t width) const;
  // The scales in the norm's weights, ones if it has none.
  std::vector<float> scales(const std::string& name, std::size_t width) const;
  Node scaled(const Node& in, const std::string& name, std::size_t width) const;
  Node gated(const Node& gate, const Node& up) const;
  Node gated_feed_forward(const Node& in, std::size_t layer, const DenseLayer& up,
                          const DenseLayer& down) const;
  Node fused_feed_forward(const Node& in, const DenseLayer& up, const DenseLayer& down) const;
  void check_bias(const DenseLayer& layer) const;
  std::vector<float> matrix_of(const DenseLayer& layer) const;
  Tensor stored_matrix(const DenseLayer& layer) const;
  Node product(const Node& in, const DenseLayer& layer) const;
  Node int8_weights_of(const DenseLayer& layer) const;  // outputs x inputs
  std::shared_ptr<const TileDense> tiles(const std::vector<DenseLayer>& layers) const;

  const TransformerConfig& config_;
  const Weights& weights_;
  GraphOptions options_;
  // ALBERT's layers have the same weights, which are stored once.
  mutable std::map<std::string, std::shared_ptr<const TileDense>> tiles_;
  mutable std::map<std::string, Node> int8_;
};

}  // namespace sonde
