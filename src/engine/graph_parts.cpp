#include "engine/graph_parts.h"

#include <cmath>
#include <cstdint>
#include <openvino/opsets/opset13.hpp>
#include <utility>

#include "engine/kernel_choice.h"
#include "engine/kernel_node.h"
#include "kernels/attention.h"
#include "kernels/layer_norm.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

Node kernel(const ov::OutputVector& inputs, std::size_t size, KernelNode::Run run) {
  return std::make_shared<KernelNode>(inputs, size,
                                      std::make_shared<const KernelNode::Run>(std::move(run)));
}

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

std::int64_t signed_of(std::size_t size) { return static_cast<std::int64_t>(size); }

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

Node GraphParts::first_row(const std::string& name, std::size_t rows, std::size_t width) const {
  Tensor tensor = weights_.find(name, {rows, width});
  tensor.bytes = tensor.bytes.first(tensor.bytes.size() / rows);
  return graph::constant(tensor, {1, 1, width});
}

Node GraphParts::dense(const Node& in, const DenseLayer& layer) const {
  if (on_tiles()) return dense_on_tiles(in, {layer});
  const Node matrix = table(layer.name + ".weight", layer.outputs, layer.inputs);
  const Node product = std::make_shared<op::MatMul>(in, matrix, false, true);
  return layer.bias ? graph::add(product, row(layer.name + ".bias", layer.outputs)) : product;
}

Node GraphParts::dense_on_tiles(const Node& in, const std::vector<DenseLayer>& layers) const {
  return kernel({in}, tiles(layers)->outputs(),
                [dense = tiles(layers)](const ov::TensorVector& inputs, float* out) {
                  dense->run(inputs[0].data<const float>(), tokens(inputs[0]), out);
                });
}

// ALBERT's layers have the same weights, which are kept once.
std::shared_ptr<const TileDense> GraphParts::tiles(const std::vector<DenseLayer>& layers) const {
  std::shared_ptr<const TileDense>& dense = tiles_[layers.front().name];
  if (dense == nullptr) {
    std::vector<float> matrix, bias;
    for (const auto& [name, inputs, outputs, has_bias] : layers) {
      append(weights_.floats(name + ".weight", {outputs, inputs}), matrix);
      append(has_bias ? weights_.floats(name + ".bias", {outputs}) : std::vector<float>(outputs),
             bias);
    }
    dense = make_tile_dense(options_.kernels.products, {matrix, bias}, options_.precision,
                            options_.threads);
  }
  return dense;
}

Node GraphParts::attention(const Node& in, const std::string& path, const Node& bias) const {
  const auto parts = projections(in, path);
  const Node mixed =
      options_.kernels.attention ? own_attention(parts, bias) : library_attention(parts, bias);
  return dense(mixed, {path + std::string(config_.family->names.attended), attended_width(),
                       config_.hidden, config_.biases.attended});
}

ov::OutputVector GraphParts::projections(const Node& in, const std::string& path) const {
  const LayerNames& names = config_.family->names;
  const auto layer = [&](std::string_view name, std::size_t outputs) {
    return DenseLayer{path + std::string(name), config_.hidden, outputs,
                      config_.biases.projections};
  };
  const std::vector<DenseLayer> layers{layer(names.query, attended_width()),
                                       layer(names.key, key_width()),
                                       layer(names.value, key_width())};
  if (on_tiles()) return {dense_on_tiles(in, layers)};
  ov::OutputVector parts;
  for (const auto& one : layers) parts.push_back(dense(in, one));
  return parts;
}

Node GraphParts::own_attention(ov::OutputVector parts, const Node& bias) const {
  const std::size_t heads = config_.heads, width = config_.head_width, size = attended_width();
  const bool joined = parts.size() == 1, biased = bias.get_node() != nullptr;
  if (biased) parts.push_back(bias);
  const float scale = config_.attention_scale;
  return kernel(parts, size, [=](const ov::TensorVector& inputs, float* out) {
    const ov::Shape& shape = inputs[0].get_shape();
    const auto part = [&](std::size_t i) {
      return joined ? inputs[0].data<const float>() + i * size : inputs[i].data<const float>();
    };
    attend({shape[0], shape[1], heads, width, shape[2], scale}, part(0), part(1), part(2),
           biased ? inputs.back().data<const float>() : nullptr, out);
  });
}

// The operation scales by its own default, so that only another scale is a product of the query's.
Node GraphParts::library_attention(ov::OutputVector parts, const Node& bias) const {
  const std::size_t size = attended_width();
  if (parts.size() == 1) {
    const auto keys = signed_of(key_width());
    parts = std::make_shared<op::VariadicSplit>(parts[0], graph::integer(2),
                                                graph::integers({signed_of(size), keys, keys}))
                ->outputs();
  }
  const float usual = 1 / std::sqrt(static_cast<float>(config_.head_width));
  Node query = heads(parts[0], config_.heads);
  if (config_.attention_scale != usual) {
    query = graph::multiply(query, graph::real(config_.attention_scale / usual));
  }
  ov::OutputVector inputs{query, heads(parts[1], config_.key_value_heads),
                          heads(parts[2], config_.key_value_heads)};
  const bool biased = bias.get_node() != nullptr;
  if (biased) inputs.push_back(bias);
  const auto mixed =
      std::make_shared<op::ScaledDotProductAttention>(inputs, config_.causal && !biased);
  return graph::reshape(graph::transpose(mixed, {0, 2, 1, 3}), {0, 0, signed_of(size)});
}

// [sentences, heads, length, head width]. Keys and values with fewer heads serve several queries.
Node GraphParts::heads(const Node& in, std::size_t count) const {
  const auto width = signed_of(config_.head_width);
  const Node own =
      graph::transpose(graph::reshape(in, {0, 0, signed_of(count), width}), {0, 2, 1, 3});
  if (count == config_.heads) return own;
  std::vector<std::int64_t> of_query;
  for (std::size_t head = 0; head < config_.heads; ++head) {
    of_query.push_back(signed_of(head * count / config_.heads));
  }
  return graph::gather(own, graph::integers(of_query), 1);
}

Node GraphParts::feed_forward(const Node& in, const std::string& path) const {
  const LayerNames& names = config_.family->names;
  const std::size_t hidden = config_.hidden, between = config_.intermediate;
  const bool bias = config_.biases.feed_forward;
  const DenseLayer up{path + std::string(names.up), hidden, between, bias};
  const DenseLayer down{path + std::string(names.down), between, hidden, bias};
  if (config_.gated) {
    const Node gate = dense(in, {path + std::string(names.gate), hidden, between, bias});
    return dense(graph::multiply(activate(gate), dense(in, up)), down);
  }
  return on_tiles() ? fused_feed_forward(in, up, down) : dense(activate(dense(in, up)), down);
}

Node GraphParts::fused_feed_forward(const Node& in, const DenseLayer& up,
                                    const DenseLayer& down) const {
  return kernel({in}, down.outputs,
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
  }
  return in;
}

Node GraphParts::norm(const ov::OutputVector& summands, const std::string& name,
                      std::size_t width) const {
  if (options_.kernels.norm) return own_norm(summands, name, width);
  const Node sum = summands.size() > 1 ? graph::add(summands[0], summands[1]) : summands[0];
  return config_.norm == Norm::kRms ? rms_norm(sum, name, width) : layer_norm(sum, name, width);
}

Node GraphParts::own_norm(const ov::OutputVector& summands, const std::string& name,
                          std::size_t width) const {
  auto norm = std::make_shared<LayerNorm>();
  norm->scale = weights_.floats(name + ".weight", {width});
  norm->shift =
      config_.biases.norm ? weights_.floats(name + ".bias", {width}) : std::vector<float>(width);
  norm->epsilon = static_cast<float>(config_.epsilon);
  return kernel(summands, width, [norm](const ov::TensorVector& inputs, float* out) {
    norm->run(inputs[0].data<const float>(),
              inputs.size() > 1 ? inputs[1].data<const float>() : nullptr, tokens(inputs[0]), out);
  });
}

Node GraphParts::layer_norm(const Node& in, const std::string& name, std::size_t width) const {
  const auto centred =
      std::make_shared<op::MVN>(in, graph::integers({2}), true, static_cast<float>(config_.epsilon),
                                ov::op::MVNEpsMode::INSIDE_SQRT);
  const Node scaled = graph::multiply(centred, row(name + ".weight", width));
  return config_.biases.norm ? graph::add(scaled, row(name + ".bias", width)) : scaled;
}

// Zhang & Sennrich (2019): neither centred nor shifted.
Node GraphParts::rms_norm(const Node& in, const std::string& name, std::size_t width) const {
  const auto squares = std::make_shared<op::Power>(in, graph::real(2));
  const auto mean = std::make_shared<op::ReduceMean>(squares, graph::integers({-1}), true);
  const auto epsilon = graph::real(static_cast<float>(config_.epsilon));
  const auto root = std::make_shared<op::Sqrt>(graph::add(mean, epsilon));
  const auto inverse = std::make_shared<op::Divide>(graph::real(1), root);
  return graph::multiply(graph::multiply(in, inverse), row(name + ".weight", width));
}

}  // namespace sonde
