#pragma once

#include <cstddef>
#include <memory>
#include <openvino/op/op.hpp>

#include "engine/amx_dense.h"
#include "engine/layer_norm.h"

namespace sonde {

// attend() as a node: query, key and value, f32 [sentences, length, hidden] each or one after the
// other in [sentences, length, 3 * hidden], and perhaps a bias, f32 [1, heads, length, length]; to
// f32 [sentences, length, hidden].
class AttentionNode : public ov::op::Op {
 public:
  OPENVINO_OP("Attention", "sonde")

  AttentionNode(const ov::OutputVector& inputs, std::size_t heads);

  void validate_and_infer_types() override;
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override;
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override;

 private:
  bool joined() const { return get_input_size() < 3; }

  std::size_t heads_;
};

// AmxDense as a node: f32 [sentences, length, inputs] to f32 [sentences, length, outputs].
class DenseNode : public ov::op::Op {
 public:
  OPENVINO_OP("Dense", "sonde")

  DenseNode(const ov::Output<ov::Node>& input, std::shared_ptr<const AmxDense> dense);

  void validate_and_infer_types() override;
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override;
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override;

 private:
  std::shared_ptr<const AmxDense> dense_;
};

// LayerNorm as a node: of its input, or of the sum of its two.
class LayerNormNode : public ov::op::Op {
 public:
  OPENVINO_OP("LayerNorm", "sonde")

  LayerNormNode(const ov::OutputVector& inputs, std::shared_ptr<const LayerNorm> norm);

  void validate_and_infer_types() override;
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override;
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override;

 private:
  std::shared_ptr<const LayerNorm> norm_;
};

}  // namespace sonde
