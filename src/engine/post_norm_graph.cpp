#include "engine/post_norm_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <openvino/openvino.hpp>
#include <openvino/opsets/opset13.hpp>
#include <string>
#include <vector>

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

class PostNormGraph {
 public:
  PostNormGraph(const TransformerConfig& config, const Weights& weights)
      : config_(config), weights_(weights) {}

  std::shared_ptr<ov::Model> build(std::span<const std::size_t> taps) const {
    const auto ids = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    std::vector<Node> states{embeddings(ids)};
    const std::size_t deepest = *std::ranges::max_element(taps);
    while (states.size() <= deepest) states.push_back(layer(states.back(), states.size() - 1));
    ov::ResultVector results;
    for (const std::size_t tap : taps) results.push_back(std::make_shared<op::Result>(states[tap]));
    return std::make_shared<ov::Model>(results, ov::ParameterVector{ids}, "post_norm");
  }

 private:
  Node table(const std::string& name, std::size_t rows) const {
    return constant(weights_.find(name, {rows, config_.hidden}), {rows, config_.hidden});
  }

  Node row(const std::string& name, std::size_t size) const {
    return constant(weights_.find(name, {size}), {1, 1, size});
  }

  // Row 0 of a table of types: sentences are encoded alone.
  Node first_row(const std::string& name, std::size_t rows) const {
    Tensor tensor = weights_.find(name, {rows, config_.hidden});
    tensor.bytes = tensor.bytes.first(tensor.bytes.size() / rows);
    return constant(tensor, {1, 1, config_.hidden});
  }

  Node positions(const Node& ids) const {
    const auto shape = std::make_shared<op::ShapeOf>(ids, ov::element::i64);
    const auto length = std::make_shared<op::Gather>(shape, integers({1}), integers({0}));
    const auto rows = std::make_shared<op::Slice>(
        table("embeddings.position_embeddings.weight", config_.positions), integers({0}), length,
        integers({1}), integers({0}));
    return std::make_shared<op::Unsqueeze>(rows, integers({0}));
  }

  Node embeddings(const Node& ids) const {
    Node sum = std::make_shared<op::Gather>(
        table("embeddings.word_embeddings.weight", config_.vocabulary), ids, integers({0}));
    sum = add(sum, first_row("embeddings.token_type_embeddings.weight", config_.token_types));
    sum = add(sum, positions(ids));
    if (config_.task_types > 0) {
      sum = add(sum, first_row("embeddings.task_type_embeddings.weight", config_.task_types));
    }
    return layer_norm(sum, "embeddings.LayerNorm");
  }

  Node layer(const Node& in, std::size_t number) const {
    const std::string name = "encoder.layer." + std::to_string(number) + ".";
    const Node attended = dense(attention(in, name + "attention.self."),
                                name + "attention.output.dense", config_.hidden, config_.hidden);
    const Node middle = layer_norm(add(attended, in), name + "attention.output.LayerNorm");
    const Node wide =
        activate(dense(middle, name + "intermediate.dense", config_.hidden, config_.intermediate));
    const Node out = dense(wide, name + "output.dense", config_.intermediate, config_.hidden);
    return layer_norm(add(out, middle), name + "output.LayerNorm");
  }

  // Vaswani et al. (2017), section 3.2. The fused operation was measured to be no faster.
  Node attention(const Node& in, const std::string& name) const {
    const std::size_t width = config_.hidden / config_.heads;
    const auto scale = op::Constant::create(ov::element::f32, {1, 1, 1, 1},
                                            {1.0F / std::sqrt(static_cast<float>(width))});
    const auto scores = std::make_shared<op::MatMul>(heads(in, name + "query"),
                                                     heads(in, name + "key"), false, true);
    const auto shares =
        std::make_shared<op::Softmax>(std::make_shared<op::Multiply>(scores, scale), 3);
    const auto mixed = std::make_shared<op::MatMul>(shares, heads(in, name + "value"));
    const auto rows = std::make_shared<op::Transpose>(mixed, integers({0, 2, 1, 3}));
    return std::make_shared<op::Reshape>(
        rows, integers({0, 0, static_cast<std::int64_t>(config_.hidden)}), true);
  }

  // [sentences, heads, length, hidden / heads]
  Node heads(const Node& in, const std::string& name) const {
    const auto count = static_cast<std::int64_t>(config_.heads);
    const auto width = static_cast<std::int64_t>(config_.hidden / config_.heads);
    const auto split = std::make_shared<op::Reshape>(
        dense(in, name, config_.hidden, config_.hidden), integers({0, 0, count, width}), true);
    return std::make_shared<op::Transpose>(split, integers({0, 2, 1, 3}));
  }

  Node dense(const Node& in, const std::string& name, std::size_t from, std::size_t to) const {
    const Node matrix = constant(weights_.find(name + ".weight", {to, from}), {to, from});
    return add(std::make_shared<op::MatMul>(in, matrix, false, true), row(name + ".bias", to));
  }

  Node layer_norm(const Node& in, const std::string& name) const {
    const auto centred =
        std::make_shared<op::MVN>(in, integers({2}), true, static_cast<float>(config_.epsilon),
                                  ov::op::MVNEpsMode::INSIDE_SQRT);
    const auto scaled =
        std::make_shared<op::Multiply>(centred, row(name + ".weight", config_.hidden));
    return add(scaled, row(name + ".bias", config_.hidden));
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

  static Node add(const Node& a, const Node& b) { return std::make_shared<op::Add>(a, b); }

  const TransformerConfig& config_;
  const Weights& weights_;
};

}  // namespace

std::shared_ptr<ov::Model> build_post_norm(const TransformerConfig& config, const Weights& weights,
                                           std::span<const std::size_t> taps) {
  return PostNormGraph(config, weights).build(taps);
}

}  // namespace sonde
