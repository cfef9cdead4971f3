#include "engine/graph/graph_parts.h"

#include <limits>
#include <openvino/opsets/opset13.hpp>
#include <utility>

#include "engine/graph/int8_weights.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/kernel_node.h"
#include "engine/kernels/layer_norm.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

std::size_t tokens(const ov::Tensor& states) {
  return states.get_shape()[0] * states.get_shape()[1];
}

void append(std::vector<float> more, std::vector<float>& all) {
  if (all.empty()) {
    all = std::move(more);
  } else {
    all.insert(all.end(), more.begin(), more.end());
  }
}

}  // namespace

GraphParts::GraphParts(const TransformerConfig& config, const Weights& weights,
                       const GraphOptions& options)
    : config_(config), weights_(weights), options_(options) {
  options_.kernels = kernels_for(config, options.kernels);
}

Node GraphParts::table(const std::string& name, std::size_t rows, std::size_t width) const {
  return graph::constant(weights_.find(name, {rows, width}), {rows, width});
}

Node GraphParts::row(const std::string& name, std::size_t size) const {
  return graph::constant(weights_.find(name, {size}), {1, 1, size});
}

Node GraphParts::head_rows(const std::string& name, std::size_t heads, std::size_t width) const {
  return graph::constant(weights_.find(name, {heads, width}), {1, heads, 1, width});
}

Node GraphParts::first_row(const std::string& name, std::size_t rows, std::size_t width) const {
  Tensor tensor = weights_.find(name, {rows, width});
  tensor.bytes = tensor.bytes.first(tensor.bytes.size() / rows);
  return graph::constant(tensor, {1, 1, width});
}

// A bias of the weights that config.json denies must not be passed over.
void GraphParts::check_bias(const DenseLayer& layer) const {
  if (layer.bias || !weights_.has(layer.name + ".bias")) return;
  throw input_error("has the tensor '" + layer.name + ".bias', which config.json denies",
                    {weights_.file()}, "config.json and the weights do not match");
}

Node GraphParts::dense(const Node& in, const DenseLayer& layer) const {
  check_bias(layer);
  if (on_tiles()) return dense_on_tiles(in, {layer});
  const Node out = product(in, layer);
  return layer.bias ? graph::add(out, row(layer.name + ".bias", layer.outputs)) : out;
}

// The tensor as a matrix, whatever its dimensions.
Tensor GraphParts::stored_matrix(const DenseLayer& layer) const {
  const std::size_t rows = layer.transposed ? layer.inputs : layer.outputs;
  const std::size_t columns = layer.transposed ? layer.outputs : layer.inputs;
  if (layer.heads == 0) return weights_.find(layer.name + ".weight", {rows, columns});
  Tensor tensor = weights_.find(layer.name, {rows, layer.heads, columns / layer.heads});
  tensor.shape = {rows, columns};
  return tensor;
}

Node GraphParts::product(const Node& in, const DenseLayer& layer) const {
  if (options_.precision == Precision::kInt8 && layer.inputs >= kFewestInt8Inputs) {
    return std::make_shared<op::MatMul>(in, int8_weights_of(layer), false, true);
  }
  const Tensor stored = stored_matrix(layer);
  const ov::Shape shape{stored.shape[0], stored.shape[1]};
  const Node matrix = options_.memory == Memory::kLeast ? graph::constant_as_stored(stored, shape)
                                                        : graph::constant(stored, shape);
  return std::make_shared<op::MatMul>(in, matrix, false, !layer.transposed);
}

Node GraphParts::int8_weights_of(const DenseLayer& layer) const {
  const auto [entry, is_new] = int8_.try_emplace(layer.name);
  if (is_new) {
    entry->second = int8_matrix(
        int8_weights(stored_matrix(layer), layer.inputs, layer.transposed, options_.threads));
  }
  return entry->second;
}

Node GraphParts::dense_on_tiles(const Node& in, const std::vector<DenseLayer>& layers) const {
  return kernel_node({in}, tiles(layers)->outputs(),
                     [dense = tiles(layers)](const ov::TensorVector& inputs, float* out) {
                       dense->run(inputs[0].data<const float>(), tokens(inputs[0]), out);
                     });
}

// Outputs x inputs.
std::vector<float> GraphParts::matrix_of(const DenseLayer& layer) const {
  const std::size_t rows = layer.transposed ? layer.inputs : layer.outputs;
  const std::size_t columns = layer.transposed ? layer.outputs : layer.inputs;
  auto stored = layer.heads == 0
                    ? weights_.floats(layer.name + ".weight", {rows, columns})
                    : weights_.floats(layer.name, {rows, layer.heads, columns / layer.heads});
  if (!layer.transposed) return stored;
  std::vector<float> matrix(stored.size());
  for (std::size_t from = 0; from < layer.inputs; ++from) {
    for (std::size_t to = 0; to < layer.outputs; ++to) {
      matrix[to * layer.inputs + from] = stored[from * layer.outputs + to];
    }
  }
  return matrix;
}

std::shared_ptr<const TileDense> GraphParts::tiles(const std::vector<DenseLayer>& layers) const {
  std::shared_ptr<const TileDense>& dense = tiles_[layers.front().name];
  if (dense == nullptr) {
    std::vector<float> matrix, bias;
    for (const auto& layer : layers) {
      check_bias(layer);
      append(matrix_of(layer), matrix);
      append(layer.bias ? weights_.floats(layer.name + ".bias", {layer.outputs})
                        : std::vector<float>(layer.outputs),
             bias);
    }
    dense = make_tile_dense(options_.kernels.products, {matrix, bias}, options_.precision,
                            options_.threads);
  }
  return dense;
}

ov::OutputVector GraphParts::dense_layers(const Node& in,
                                          const std::vector<DenseLayer>& layers) const {
  ov::OutputVector parts;
  if (!on_tiles()) {
    for (const auto& layer : layers) parts.push_back(dense(in, layer));
    return parts;
  }
  return {dense_on_tiles(in, layers)};
}

DenseLayer GraphParts::dense_of_layer(std::size_t layer, std::string_view name, std::size_t inputs,
                                      std::size_t outputs, bool bias) const {
  return {config_.layer_path(layer) + std::string(name), inputs, outputs, bias,
          config_.family->transposed};
}

Node GraphParts::feed_forward(const Node& in, std::size_t layer) const {
  const LayerNames& names = config_.family->names;
  const std::size_t hidden = config_.hidden;
  const std::size_t between = config_.layer_facts[layer].intermediate;
  const bool bias = config_.biases.feed_forward;
  const bool other = !config_.gated && !names.ungated_up.empty();
  const auto up = dense_of_layer(layer, other ? names.ungated_up : names.up, hidden, between, bias);
  const auto down = dense_of_layer(layer, names.down, between, hidden, bias);
  if (config_.gated) return gated_feed_forward(in, layer, up, down);
  return on_tiles() ? fused_feed_forward(in, up, down) : dense(activate(dense(in, up)), down);
}

// On AMX the engine makes one operation of such a part in bf16, which divides by zero on a stream
// of one thread. Bounds that no number reaches prevent that.
Node GraphParts::gated(const Node& gate, const Node& up) const {
  const Node product = graph::multiply(activate(gate), up);
  if (on_tiles() || options_.precision != Precision::kBF16) return product;
  constexpr auto kMost = static_cast<double>(std::numeric_limits<float>::max());
  return std::make_shared<op::Clamp>(product, -kMost, kMost);
}

Node GraphParts::gated_feed_forward(const Node& in, std::size_t layer, const DenseLayer& up,
                                    const DenseLayer& down) const {
  const LayerNames& names = config_.family->names;
  if (names.fused_up.empty()) {
    const Node gate = dense(in, dense_of_layer(layer, names.gate, up.inputs, up.outputs, up.bias));
    return dense(gated(gate, dense(in, up)), down);
  }
  const Node both =
      dense(in, dense_of_layer(layer, names.fused_up, up.inputs, 2 * up.outputs, up.bias));
  const auto parts = graph::split(both, 2, {up.outputs, up.outputs});
  return dense(gated(parts[0], parts[1]), down);
}

Node GraphParts::fused_feed_forward(const Node& in, const DenseLayer& up,
                                    const DenseLayer& down) const {
  return kernel_node({in}, down.outputs,
                     [first = tiles({up}), second = tiles({down}), activation = config_.activation](
                         const ov::TensorVector& inputs, float* out) {
                       first->feed_forward(activation, *second, inputs[0].data<const float>(),
                                           tokens(inputs[0]), out);
                     });
}

Node GraphParts::activate(const Node& in) const {
  switch (config_.activation) {
    case Activation::kGelu:
      return std::make_shared<op::Gelu>(in, ov::op::GeluApproximationMode::ERF);
    case Activation::kGeluTanh:
      return std::make_shared<op::Gelu>(in, ov::op::GeluApproximationMode::TANH);
    case Activation::kRelu:
      return std::make_shared<op::Relu>(in);
    case Activation::kSilu:
      return std::make_shared<op::Swish>(in);
  }
  return in;
}

// Sums a product for each neighbour: one product of all of them together would sum in other blocks
// for few rows than for many (AVX2).
Node GraphParts::convolution(const Node& in, const std::string& name, std::size_t width,
                             std::size_t size) const {
  const auto side = static_cast<std::int64_t>(size / 2);
  const Node padded =
      std::make_shared<op::Pad>(in, graph::integers({0, side, 0}), graph::integers({0, side, 0}),
                                graph::real(0), ov::op::PadMode::CONSTANT);
  const Node length = graph::length_of(in);
  const auto weights = weights_.floats(name + ".weight", {width, width, size});
  Node sum = row(name + ".bias", width);
  for (std::size_t i = 0; i < size; ++i) {
    const Node first = graph::integers({static_cast<std::int64_t>(i)});
    const Node neighbours = std::make_shared<op::Slice>(padded, first, graph::add(first, length),
                                                        graph::integers({1}), graph::integers({1}));
    std::vector<float> matrix(width * width);
    for (std::size_t at = 0; at < matrix.size(); ++at) matrix[at] = weights[at * size + i];
    const Node product = std::make_shared<op::MatMul>(
        neighbours, graph::floats(matrix, {width, width}), false, true);
    sum = graph::add(product, sum);
  }
  return sum;
}

Node GraphParts::norm(const ov::OutputVector& summands, const std::string& name,
                      std::size_t width) const {
  if (options_.kernels.norm) return own_norm(summands, name, width);
  const Node sum = summands.size() > 1 ? graph::add(summands[0], summands[1]) : summands[0];
  return library_norm(sum, name, width);
}

Node GraphParts::library_norm(const Node& in, const std::string& name, std::size_t width) const {
  return config_.norm == Norm::kRms ? rms_norm(in, name, width) : layer_norm(in, name, width);
}

std::vector<float> GraphParts::scales(const std::string& name, std::size_t width) const {
  if (!config_.family->norm_weights) return std::vector<float>(width, 1);
  return weights_.floats(name + ".weight", {width});
}

Node GraphParts::scaled(const Node& in, const std::string& name, std::size_t width) const {
  const Family& family = *config_.family;
  if (!family.norm_weights) return in;
  const Node weights = row(name + ".weight", width);
  if (family.norm_offset == 0) return graph::multiply(in, weights);
  return graph::multiply(in, graph::add(weights, graph::real(family.norm_offset)));
}

Node GraphParts::own_norm(const ov::OutputVector& summands, const std::string& name,
                          std::size_t width) const {
  auto norm = std::make_shared<LayerNorm>();
  norm->scale = scales(name, width);
  norm->shift =
      config_.biases.norm ? weights_.floats(name + ".bias", {width}) : std::vector<float>(width);
  norm->epsilon = static_cast<float>(config_.epsilon);
  return kernel_node(summands, width, [norm](const ov::TensorVector& inputs, float* out) {
    norm->run(inputs[0].data<const float>(),
              inputs.size() > 1 ? inputs[1].data<const float>() : nullptr, tokens(inputs[0]), out);
  });
}

Node GraphParts::layer_norm(const Node& in, const std::string& name, std::size_t width) const {
  const auto centred = std::make_shared<op::MVN>(in, graph::integers({-1}), true,
                                                 static_cast<float>(config_.epsilon),
                                                 ov::op::MVNEpsMode::INSIDE_SQRT);
  const Node out = scaled(centred, name, width);
  return config_.biases.norm ? graph::add(out, row(name + ".bias", width)) : out;
}

// Zhang & Sennrich (2019): neither centred nor shifted.
Node GraphParts::rms_norm(const Node& in, const std::string& name, std::size_t width) const {
  const auto squares = std::make_shared<op::Power>(in, graph::real(2));
  const auto mean = std::make_shared<op::ReduceMean>(squares, graph::integers({-1}), true);
  const auto epsilon = graph::real(static_cast<float>(config_.epsilon));
  const auto root = std::make_shared<op::Sqrt>(graph::add(mean, epsilon));
  const auto inverse = std::make_shared<op::Divide>(graph::real(1), root);
  return scaled(graph::multiply(in, inverse), name, width);
}

}  // namespace sonde
