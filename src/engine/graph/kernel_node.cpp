#include "engine/graph/kernel_node.h"

#include <cstdint>
#include <utility>

namespace sonde {

KernelNode::KernelNode(const ov::OutputVector& inputs, std::size_t size,
                       std::shared_ptr<const Run> run)
    : Op(inputs), size_(size), run_(std::move(run)) {
  constructor_validate_and_infer_types();
}

void KernelNode::validate_and_infer_types() {
  ov::PartialShape shape = get_input_partial_shape(0);
  *shape.rbegin() = static_cast<ov::Dimension::value_type>(size_);
  set_output_type(0, ov::element::f32, shape);
}

std::shared_ptr<ov::Node> KernelNode::clone_with_new_inputs(const ov::OutputVector& inputs) const {
  return std::make_shared<KernelNode>(inputs, size_, run_);
}

ov::Output<ov::Node> kernel_node(const ov::OutputVector& inputs, std::size_t size,
                                 KernelNode::Run run) {
  return std::make_shared<KernelNode>(inputs, size,
                                      std::make_shared<const KernelNode::Run>(std::move(run)));
}

bool KernelNode::visit_attributes(ov::AttributeVisitor& visitor) {
  auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(run_.get()));
  visitor.on_attribute("run", address);
  return true;
}

bool KernelNode::evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  const ov::Shape& first = inputs[0].get_shape();
  outputs[0].set_shape({first[0], first[1], size_});
  (*run_)(inputs, outputs[0].data<float>());
  return true;
}

}  // namespace sonde
