#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <openvino/op/op.hpp>

namespace sonde {

// One of sonde's computations as a node of OpenVINO's graph: from inputs in f32, the first of them
// [sentences, length, any], to f32 [sentences, length, size]. Called from several threads.
class KernelNode : public ov::op::Op {
 public:
  OPENVINO_OP("Kernel", "sonde")

  using Run = std::function<void(const ov::TensorVector& inputs, float* out)>;

  KernelNode(const ov::OutputVector& inputs, std::size_t size, std::shared_ptr<const Run> run);

  void validate_and_infer_types() override;
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override;
  // Distinguishes nodes that have the same inputs.
  bool visit_attributes(ov::AttributeVisitor& visitor) override;
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override;

 private:
  std::size_t size_;
  std::shared_ptr<const Run> run_;
};

// The node of such a computation.
ov::Output<ov::Node> kernel_node(const ov::OutputVector& inputs, std::size_t size,
                                 KernelNode::Run run);

}  // namespace sonde
