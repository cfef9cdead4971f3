#include "engine/post_norm_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <openvino/openvino.hpp>
#include <openvino/opsets/opset13.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kernel_node.h"
#include "engine/relative_buckets.h"
#include "kernels/attention.h"
#include "kernels/layer_norm.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using Node = ov::Output<ov::Node>;

Node integers(const std::vector<std::int64_t>& values) {
  return op::Constant::create(ov::element::i64, {values.size()}, values);
}

ov::element::Type type_of(ElementType type) {
  if (type == ElementType::kF16) return ov::element::f16;
  return type == ElementType::kBF16 ? ov::element::bf16 : ov::element::f32;
}

// A tensor of one row or table, as f32, of the shape given.
Node constant(const Tensor& tensor, const ov::Shape& shape) {
  const auto type = type_of(tensor.type);
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.bytes.data());
  const bool aligned = address % type.size() == 0;
  const Node node = aligned
                        ? std::make_shared<op::Constant>(type, shape, tensor.bytes.data(), nullptr)
                        : std::make_shared<op::Constant>(type, shape, tensor.bytes.data());
  if (type == ov::element::f32) return node;
  return std::make_shared<op::Convert>(node, ov::element::f32);
}

void append(std::vector<float> more, std::vector<float>& all) {
  if (all.empty()) {
    all = std::move(more);
  } else {
    all.insert(all.end(), more.begin(), more.end());
  }
}

class PostNormGraph {
 public:
  PostNormGraph(const TransformerConfig& config, const Weights& weights, const DenseOptions& dense)
      : config_(config), weights_(weights), dense_(dense) {}

  std::shared_ptr<ov::Model> build(std::span<const std::size_t> taps) const {
    const auto ids = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    std::vector<Node> states{embeddings(ids)};
    const Node bias = config_.buckets > 0 ? relative_bias(ids) : Node();
    const std::size_t deepest = *std::ranges::max_element(taps);
    while (states.size() <= deepest) {
      states.push_back(layer(states.back(), config_.layer_path(states.size() - 1), bias));
    }
    ov::ResultVector results;
    for (const std::size_t tap : taps) results.push_back(std::make_shared<op::Result>(states[tap]));
    // In bf16 the engine keeps what leads to a result in f32, but for products. Without a result
    // a projection's product would be rounded, and the bits of all layers depend on who looks.
    if (config_.projects && !on_tiles()) {
      results.push_back(std::make_shared<op::Result>(states.front()));
    }
    return std::make_shared<ov::Model>(results, ov::ParameterVector{ids}, "post_norm");
  }

 private:
  Node table(const std::string& name, std::size_t rows, std::size_t width) const {
    return constant(weights_.find(name, {rows, width}), {rows, width});
  }

  Node row(const std::string& name, std::size_t size) const {
    return constant(weights_.find(name, {size}), {1, 1, size});
  }

  // Row 0 of a table of types: sentences are encoded alone.
  Node first_row(const std::string& name, std::size_t rows) const {
    Tensor tensor = weights_.find(name, {rows, config_.embedding});
    tensor.bytes = tensor.bytes.first(tensor.bytes.size() / rows);
    return constant(tensor, {1, 1, config_.embedding});
  }

  Node positions(const Node& ids) const {
    const Node rows =
        table("embeddings.position_embeddings.weight", config_.position_rows(), config_.embedding);
    if (config_.padding) return gather(rows, places_after_padding(ids), 0);
    const auto first = std::make_shared<op::Slice>(rows, integers({0}), length_of(ids),
                                                   integers({1}), integers({0}));
    return std::make_shared<op::Unsqueeze>(first, integers({0}));
  }

  // As in RoBERTa: a padding token is not counted, and its place is its own id.
  Node places_after_padding(const Node& ids) const {
    const auto padding = op::Constant::create(ov::element::i32, {1, 1}, {*config_.padding});
    const auto counts = std::make_shared<op::Convert>(std::make_shared<op::NotEqual>(ids, padding),
                                                      ov::element::i32);
    const auto axis = op::Constant::create(ov::element::i32, {}, {1});
    const auto places = std::make_shared<op::CumSum>(counts, axis);
    return add(std::make_shared<op::Multiply>(places, counts), padding);
  }

  Node embeddings(const Node& ids) const {
    Node sum = gather(
        table("embeddings.word_embeddings.weight", config_.vocabulary, config_.embedding), ids, 0);
    if (config_.token_types > 0) {
      sum = add(sum, first_row("embeddings.token_type_embeddings.weight", config_.token_types));
    }
    sum = add(sum, positions(ids));
    if (config_.task_types > 0) {
      sum = add(sum, first_row("embeddings.task_type_embeddings.weight", config_.task_types));
    }
    sum = layer_norm({sum}, "embeddings.LayerNorm", config_.embedding);
    if (!config_.projects) return sum;
    return dense(sum, std::string(config_.family->projection_name), config_.embedding,
                 config_.hidden);
  }

  // [1, heads, length, length]: one for all sentences and layers.
  Node relative_bias(const Node& ids) const {
    const std::string name = std::string(config_.family->relative_bias) + ".weight";
    const auto reach = static_cast<std::int64_t>(config_.positions) - 1;
    std::vector<std::int64_t> buckets;
    for (std::int64_t distance = -reach; distance <= reach; ++distance) {
      buckets.push_back(relative_bucket(distance));
    }
    const Node by_distance = std::make_shared<op::Transpose>(
        gather(table(name, config_.buckets, config_.heads), integers(buckets), 0),
        integers({1, 0}));
    return std::make_shared<op::Unsqueeze>(gather(by_distance, distances(ids, reach), 1),
                                           integers({0}));
  }

  // key - query + reach, [length, length]
  static Node distances(const Node& ids, std::int64_t reach) {
    const auto number = [](std::int64_t n) {
      return op::Constant::create(ov::element::i64, {}, {n});
    };
    const auto length = std::make_shared<op::Squeeze>(length_of(ids), integers({0}));
    const auto keys = std::make_shared<op::Range>(number(0), length, number(1), ov::element::i64);
    const auto queries = std::make_shared<op::Unsqueeze>(keys, integers({1}));
    return add(std::make_shared<op::Subtract>(keys, queries), number(reach));
  }

  Node layer(const Node& in, const std::string& path, const Node& bias) const {
    const LayerNames& names = config_.family->names;
    const auto name = [&](std::string_view part) { return path + std::string(part); };
    const std::size_t hidden = config_.hidden;
    const Node mixed =
        attention(projections(in, {name(names.query), name(names.key), name(names.value)}), bias);
    const Node attended = dense(mixed, name(names.attended), hidden, hidden);
    const Node middle = layer_norm({attended, in}, name(names.attended_norm), hidden);
    const Node out = feed_forward(middle, name(names.wide), name(names.narrow));
    return layer_norm({out, middle}, name(names.norm), hidden);
  }

  static Node kernel(const ov::OutputVector& inputs, std::size_t size, KernelNode::Run run) {
    return std::make_shared<KernelNode>(inputs, size,
                                        std::make_shared<const KernelNode::Run>(std::move(run)));
  }

  static std::size_t tokens(const ov::Tensor& states) {
    return states.get_shape()[0] * states.get_shape()[1];
  }

  // Of what projections() gives.
  Node attention(ov::OutputVector parts, const Node& bias) const {
    const std::size_t heads = config_.heads, hidden = config_.hidden;
    const bool joined = parts.size() == 1, biased = bias.get_node() != nullptr;
    if (biased) parts.push_back(bias);
    return kernel(parts, hidden, [=](const ov::TensorVector& inputs, float* out) {
      const ov::Shape& shape = inputs[0].get_shape();
      const auto part = [&](std::size_t i) {
        return joined ? inputs[0].data<const float>() + i * hidden : inputs[i].data<const float>();
      };
      attend({shape[0], shape[1], heads, hidden / heads, shape[2]}, part(0), part(1), part(2),
             biased ? inputs.back().data<const float>() : nullptr, out);
    });
  }

  // Query, key and value: each for itself, or one after the other in one.
  ov::OutputVector projections(const Node& in, const std::vector<std::string>& names) const {
    const std::size_t size = config_.hidden;
    if (on_tiles()) return {dense_kernel(in, tiles(names, size, size))};
    ov::OutputVector parts;
    for (const auto& name : names) parts.push_back(dense(in, name, size, size));
    return parts;
  }

  Node dense(const Node& in, const std::string& name, std::size_t from, std::size_t to) const {
    if (on_tiles()) return dense_kernel(in, tiles({name}, from, to));
    const Node matrix = constant(weights_.find(name + ".weight", {to, from}), {to, from});
    return add(std::make_shared<op::MatMul>(in, matrix, false, true), row(name + ".bias", to));
  }

  Node feed_forward(const Node& in, const std::string& wide, const std::string& narrow) const {
    const std::size_t hidden = config_.hidden, between = config_.intermediate;
    if (!on_tiles()) {
      return dense(activate(dense(in, wide, hidden, between)), narrow, between, hidden);
    }
    return kernel(
        {in}, hidden,
        [first = tiles({wide}, hidden, between), second = tiles({narrow}, between, hidden),
         activation = config_.activation](const ov::TensorVector& inputs, float* out) {
          AmxDense::feed_forward(*first, activation, *second, inputs[0].data<const float>(),
                                 tokens(inputs[0]), out);
        });
  }

  bool on_tiles() const { return dense_.products == Products::kTiles; }

  static Node dense_kernel(const Node& in, std::shared_ptr<const AmxDense> dense) {
    return kernel({in}, dense->outputs(), [dense](const ov::TensorVector& inputs, float* out) {
      dense->run(inputs[0].data<const float>(), tokens(inputs[0]), out);
    });
  }

  // The layers of these names, one after the other in one. ALBERT's layers have the same weights,
  // which are kept once.
  std::shared_ptr<const AmxDense> tiles(const std::vector<std::string>& names, std::size_t from,
                                        std::size_t to) const {
    std::shared_ptr<const AmxDense>& dense = tiles_[names.front()];
    if (dense == nullptr) {
      std::vector<float> matrix, bias;
      for (const auto& name : names) {
        append(weights_.floats(name + ".weight", {to, from}), matrix);
        append(weights_.floats(name + ".bias", {to}), bias);
      }
      dense = std::make_shared<AmxDense>(matrix, std::move(bias), dense_.precision, dense_.threads);
    }
    return dense;
  }

  Node layer_norm(const ov::OutputVector& summands, const std::string& name,
                  std::size_t width) const {
    auto norm = std::make_shared<LayerNorm>();
    norm->scale = weights_.floats(name + ".weight", {width});
    norm->shift = weights_.floats(name + ".bias", {width});
    norm->epsilon = static_cast<float>(config_.epsilon);
    return kernel(summands, width, [norm](const ov::TensorVector& inputs, float* out) {
      norm->run(inputs[0].data<const float>(),
                inputs.size() > 1 ? inputs[1].data<const float>() : nullptr, tokens(inputs[0]),
                out);
    });
  }

  Node activate(const Node& in) const {
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

  // [1]
  static Node length_of(const Node& ids) {
    const auto shape = std::make_shared<op::ShapeOf>(ids, ov::element::i64);
    return gather(shape, integers({1}), 0);
  }

  static Node gather(const Node& from, const Node& places, std::int64_t axis) {
    return std::make_shared<op::Gather>(from, places, integers({axis}));
  }

  static Node add(const Node& a, const Node& b) { return std::make_shared<op::Add>(a, b); }

  const TransformerConfig& config_;
  const Weights& weights_;
  DenseOptions dense_;
  mutable std::map<std::string, std::shared_ptr<const AmxDense>> tiles_;
};

}  // namespace

std::shared_ptr<ov::Model> build_post_norm(const TransformerConfig& config, const Weights& weights,
                                           std::span<const std::size_t> taps,
                                           const DenseOptions& dense) {
  return PostNormGraph(config, weights, dense).build(taps);
}

}  // namespace sonde
