#include "engine/graph/graph_nodes.h"

#include <openvino/opsets/opset13.hpp>
#include <string>

namespace sonde::graph {
namespace {

namespace op = ov::opset13;

ov::element::Type type_of(ElementType type) {
  if (type == ElementType::kF16) return ov::element::f16;
  return type == ElementType::kBF16 ? ov::element::bf16 : ov::element::f32;
}

}  // namespace

Node integers(const std::vector<std::int64_t>& values) {
  return op::Constant::create(ov::element::i64, {values.size()}, values);
}

Node integer(std::int64_t value) { return op::Constant::create(ov::element::i64, {}, {value}); }

Node real(float value) { return op::Constant::create(ov::element::f32, {}, {value}); }

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

Node constant_as_stored(const Tensor& tensor, const ov::Shape& shape) {
  Node node = constant(tensor, shape);
  if (tensor.type != ElementType::kF32) {
    node.get_node()->get_rt_info()["decompression_0"] = std::string();  // OpenVINO's mark
  }
  return node;
}

Node add(const Node& a, const Node& b) { return std::make_shared<op::Add>(a, b); }

Node multiply(const Node& a, const Node& b) { return std::make_shared<op::Multiply>(a, b); }

Node gather(const Node& from, const Node& places, std::int64_t axis) {
  return std::make_shared<op::Gather>(from, places, integers({axis}));
}

Node reshape(const Node& in, const std::vector<std::int64_t>& shape) {
  return std::make_shared<op::Reshape>(in, integers(shape), true);
}

Node transpose(const Node& in, const std::vector<std::int64_t>& axes) {
  return std::make_shared<op::Transpose>(in, integers(axes));
}

Node unsqueeze(const Node& in, std::int64_t axis) {
  return std::make_shared<op::Unsqueeze>(in, integers({axis}));
}

ov::OutputVector split(const Node& in, std::int64_t axis, const std::vector<std::size_t>& sizes) {
  const std::vector<std::int64_t> counts(sizes.begin(), sizes.end());
  return std::make_shared<op::VariadicSplit>(in, integer(axis), integers(counts))->outputs();
}

Node rows_of_places(const Node& matrix, const Node& ids, std::size_t first) {
  const Node from = integers({static_cast<std::int64_t>(first)});
  return std::make_shared<op::Slice>(matrix, from, add(length_of(ids), from), integers({1}),
                                     integers({0}));
}

Node floats(const std::vector<float>& values, const ov::Shape& shape) {
  return std::make_shared<op::Constant>(ov::element::f32, shape, values);
}

Node length_of(const Node& ids) {
  const auto shape = std::make_shared<op::ShapeOf>(ids, ov::element::i64);
  return gather(shape, integers({1}), 0);
}

Node places_of(const Node& ids) {
  const auto length = std::make_shared<op::Squeeze>(length_of(ids), integers({0}));
  return std::make_shared<op::Range>(integer(0), length, integer(1), ov::element::i64);
}

Node is_raised(const Node& ids, std::size_t size) {
  const auto first =
      op::Constant::create(ov::element::i32, {1, 1}, {static_cast<std::int32_t>(size)});
  return std::make_shared<op::Convert>(std::make_shared<op::GreaterEqual>(ids, first),
                                       ov::element::i32);
}

Node lowered(const Node& ids, std::size_t size) {
  const auto by = op::Constant::create(ov::element::i32, {1, 1}, {static_cast<std::int32_t>(size)});
  return std::make_shared<op::Subtract>(ids, multiply(is_raised(ids, size), by));
}

Node distances_of(const Node& ids) {
  const Node keys = places_of(ids);
  return std::make_shared<op::Subtract>(keys, unsqueeze(keys, 1));
}

}  // namespace sonde::graph
