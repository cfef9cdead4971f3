#include "engine/recurrent/recurrent_weights.h"

#include "sonde/error.h"

namespace sonde {
namespace {

std::string shown_shape(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

const Tensor& recurrent_tensor(const Weights& weights, const std::string& name) {
  if (const Tensor* tensor = weights.find_any(name)) return *tensor;
  throw input_error("has no tensor '" + name + "'", {weights.file()},
                    "it needs a recurrent network's weights as PyTorch names them");
}

std::vector<float> recurrent_floats(const Weights& weights, const std::string& name,
                                    const std::vector<std::size_t>& shape) {
  const Tensor& tensor = recurrent_tensor(weights, name);
  if (tensor.shape == shape) return weights.floats(name);
  throw input_error("tensor '" + name + "' has the shape " + shown_shape(tensor.shape) + ", not " +
                        shown_shape(shape),
                    {weights.file()}, "its weights do not match each other; convert them again");
}

}  // namespace

RecurrentSize recurrent_size(const Weights& weights, const std::string& prefix,
                             const std::string& suffix, std::size_t gates) {
  const std::string name = prefix + "weight_ih" + suffix;
  const auto& shape = recurrent_tensor(weights, name).shape;
  if (shape.size() == 2 && shape[0] > 0 && shape[0] % gates == 0 && shape[1] > 0) {
    return {shape[1], shape[0] / gates};
  }
  throw input_error("tensor '" + name + "' has the shape " + shown_shape(shape) + ", not " +
                        (gates == 3 ? "three" : "four") + " rows per unit",
                    {weights.file()},
                    "it needs a recurrent network's weights as PyTorch names them");
}

RecurrentDirection read_recurrent(const Weights& weights, const std::string& prefix,
                                  const std::string& suffix, std::size_t gates) {
  const auto [input, hidden] = recurrent_size(weights, prefix, suffix, gates);
  const std::size_t rows = gates * hidden;
  return {.input = input,
          .hidden = hidden,
          .of_input = recurrent_floats(weights, prefix + "weight_ih" + suffix, {rows, input}),
          .of_state = recurrent_floats(weights, prefix + "weight_hh" + suffix, {rows, hidden}),
          .bias_input = recurrent_floats(weights, prefix + "bias_ih" + suffix, {rows}),
          .bias_state = recurrent_floats(weights, prefix + "bias_hh" + suffix, {rows}),
          .reverse = suffix.ends_with("_reverse")};
}

}  // namespace sonde
