#include "engine/graph_nodes.h"

#include "engine/attention.h"

namespace sonde {
namespace {

// The shape of the first input, its last number another.
ov::PartialShape with_last(ov::PartialShape shape, std::size_t size) {
  *shape.rbegin() = static_cast<ov::Dimension::value_type>(size);
  return shape;
}

}  // namespace

AttentionNode::AttentionNode(const ov::OutputVector& inputs, std::size_t heads)
    : Op(inputs), heads_(heads) {
  constructor_validate_and_infer_types();
}

void AttentionNode::validate_and_infer_types() {
  const ov::PartialShape in = get_input_partial_shape(0);
  const auto hidden = static_cast<std::size_t>(in[2].get_length()) / (joined() ? 3 : 1);
  set_output_type(0, ov::element::f32, with_last(in, hidden));
}

std::shared_ptr<ov::Node> AttentionNode::clone_with_new_inputs(
    const ov::OutputVector& inputs) const {
  return std::make_shared<AttentionNode>(inputs, heads_);
}

bool AttentionNode::evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  const ov::Shape& in = inputs[0].get_shape();
  const std::size_t hidden = in[2] / (joined() ? 3 : 1);
  outputs[0].set_shape({in[0], in[1], hidden});
  const auto part = [&](std::size_t i) {
    return joined() ? inputs[0].data<const float>() + i * hidden : inputs[i].data<const float>();
  };
  const float* const bias = inputs.size() % 2 == 0 ? inputs.back().data<const float>() : nullptr;
  attend({in[0], in[1], heads_, hidden / heads_, in[2]}, part(0), part(1), part(2), bias,
         outputs[0].data<float>());
  return true;
}

DenseNode::DenseNode(const ov::Output<ov::Node>& input, std::shared_ptr<const AmxDense> dense)
    : Op({input}), dense_(std::move(dense)) {
  constructor_validate_and_infer_types();
}

void DenseNode::validate_and_infer_types() {
  set_output_type(0, ov::element::f32, with_last(get_input_partial_shape(0), dense_->outputs()));
}

std::shared_ptr<ov::Node> DenseNode::clone_with_new_inputs(const ov::OutputVector& inputs) const {
  return std::make_shared<DenseNode>(inputs[0], dense_);
}

bool DenseNode::evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  const ov::Shape& in = inputs[0].get_shape();
  outputs[0].set_shape({in[0], in[1], dense_->outputs()});
  dense_->run(inputs[0].data<const float>(), in[0] * in[1], outputs[0].data<float>());
  return true;
}

LayerNormNode::LayerNormNode(const ov::OutputVector& inputs, std::shared_ptr<const LayerNorm> norm)
    : Op(inputs), norm_(std::move(norm)) {
  constructor_validate_and_infer_types();
}

void LayerNormNode::validate_and_infer_types() {
  set_output_type(0, ov::element::f32, get_input_partial_shape(0));
}

std::shared_ptr<ov::Node> LayerNormNode::clone_with_new_inputs(
    const ov::OutputVector& inputs) const {
  return std::make_shared<LayerNormNode>(inputs, norm_);
}

bool LayerNormNode::evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  const ov::Shape& in = inputs[0].get_shape();
  outputs[0].set_shape(in);
  norm_->run(inputs[0].data<const float>(),
             inputs.size() > 1 ? inputs[1].data<const float>() : nullptr, in[0] * in[1],
             outputs[0].data<float>());
  return true;
}

}  // namespace sonde
