#include "engine/lstm.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

using ByRow = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ByColumn = Eigen::Matrix<float, Eigen::Dynamic, static_cast<int>(Lstm::kWidth)>;

std::string shown_shape(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

const Tensor& tensor_of_lstm(const Weights& weights, const std::string& name) {
  if (const Tensor* tensor = weights.find_any(name)) return *tensor;
  throw input_error("lacks the tensor '" + name + "'", {weights.file()},
                    "it needs an LSTM's weights as PyTorch names them");
}

std::vector<float> floats_of_lstm(const Weights& weights, const std::string& name,
                                  const std::vector<std::size_t>& shape) {
  const Tensor& tensor = tensor_of_lstm(weights, name);
  if (tensor.shape == shape) return weights.floats(name);
  throw input_error("tensor '" + name + "' has the shape " + shown_shape(tensor.shape) + ", not " +
                        shown_shape(shape),
                    {weights.file()}, "its weights don't belong together; convert them again");
}

const std::vector<std::size_t>& shape_of_gates(const Weights& weights, const std::string& name) {
  const auto& shape = tensor_of_lstm(weights, name).shape;
  if (shape.size() == 2 && shape[0] > 0 && shape[0] % 4 == 0 && shape[1] > 0) return shape;
  throw input_error(
      "tensor '" + name + "' has the shape " + shown_shape(shape) + ", not four rows a unit",
      {weights.file()}, "it needs an LSTM's weights as PyTorch names them");
}

auto matrix(const std::vector<float>& numbers, std::size_t rows, std::size_t columns) {
  return Eigen::Map<const ByRow>(numbers.data(), static_cast<Eigen::Index>(rows),
                                 static_cast<Eigen::Index>(columns));
}

float logistic(float x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

Lstm::Lstm(const Weights& weights, const std::string& prefix) {
  for (std::size_t layer = 0;; ++layer) {
    const std::string suffix = "_l" + std::to_string(layer);
    if (layer > 0 && !weights.has(prefix + "weight_ih" + suffix)) break;
    Layer directions{read(weights, prefix, suffix)};
    if (weights.has(prefix + "weight_ih" + suffix + "_reverse")) {
      directions.push_back(read(weights, prefix, suffix + "_reverse"));
    }
    const std::size_t before = layer == 0 ? directions[0].input : output_size();
    for (const auto& [input, hidden, of_input, of_state, bias, reverse] : directions) {
      if (input == before && hidden == directions[0].hidden) continue;
      throw input_error("layer " + std::to_string(layer) + " of its LSTM takes " +
                            std::to_string(input) + " numbers, but gets " + std::to_string(before),
                        {weights.file()}, "its weights don't belong together; convert them again");
    }
    layers_.push_back(std::move(directions));
  }
}

Lstm::Direction Lstm::read(const Weights& weights, const std::string& prefix,
                           const std::string& suffix) {
  const std::string of_input = prefix + "weight_ih" + suffix;
  const auto& shape = tensor_of_lstm(weights, of_input).shape;
  if (shape.size() != 2 || shape[0] == 0 || shape[0] % 4 != 0 || shape[1] == 0) {
    throw input_error(
        "tensor '" + of_input + "' has the shape " + shown_shape(shape) + ", not four rows a unit",
        {weights.file()}, "it needs an LSTM's weights as PyTorch names them");
  }
  const std::size_t gates = shape[0], hidden = gates / 4;
  Direction direction{shape[1], hidden, weights.floats(of_input), {}, {}, suffix.back() == 'e'};
  direction.of_state = floats_of_lstm(weights, prefix + "weight_hh" + suffix, {gates, hidden});
  direction.bias = floats_of_lstm(weights, prefix + "bias_ih" + suffix, {gates});
  const auto more = floats_of_lstm(weights, prefix + "bias_hh" + suffix, {gates});
  for (std::size_t i = 0; i < gates; ++i) direction.bias[i] += more[i];
  return direction;
}

Lstm::Size Lstm::size_of(const Weights& weights, const std::string& prefix) {
  Size size;
  std::string name = prefix + "weight_ih_l0";
  size.input = shape_of_gates(weights, name)[1];
  for (std::size_t layer = 0; weights.has(name);) {
    const bool both = weights.has(name + "_reverse");
    size.output = shape_of_gates(weights, name)[0] / 4 * (both ? 2 : 1);
    name = prefix + "weight_ih_l" + std::to_string(++layer);
  }
  return size;
}

// Numbers of a step lie together: sequence by sequence, kWidth of them; `out` the same, with
// `width` numbers a sequence, of which this direction fills those from `offset` on.
void Lstm::run(const Direction& direction, std::size_t steps, std::span<const float> inputs,
               std::size_t offset, std::size_t width, std::span<float> out) {
  const auto [input, hidden] = std::pair(direction.input, direction.hidden);
  const auto of_input = matrix(direction.of_input, 4 * hidden, input);
  const auto of_state = matrix(direction.of_state, 4 * hidden, hidden);
  const auto rows = static_cast<Eigen::Index>(hidden);
  ByColumn state = ByColumn::Zero(rows, static_cast<int>(kWidth)), cell = state;
  ByColumn gates(4 * rows, static_cast<int>(kWidth));
  for (std::size_t i = 0; i < steps; ++i) {
    const std::size_t step = direction.reverse ? steps - 1 - i : i;
    const Eigen::Map<const ByColumn> here(inputs.data() + step * input * kWidth,
                                          static_cast<Eigen::Index>(input),
                                          static_cast<int>(kWidth));
    gates.noalias() = of_input * here;
    gates.noalias() += of_state * state;
    for (std::size_t sequence = 0; sequence < kWidth; ++sequence) {
      const auto column = static_cast<Eigen::Index>(sequence);
      float* to = out.data() + (step * kWidth + sequence) * width + offset;
      for (Eigen::Index unit = 0; unit < rows; ++unit) {
        const auto gate = [&](Eigen::Index which) {
          const Eigen::Index row = which * rows + unit;
          return gates(row, column) + direction.bias[static_cast<std::size_t>(row)];
        };
        float& memory = cell(unit, column);
        memory = logistic(gate(1)) * memory + logistic(gate(0)) * std::tanh(gate(2));
        state(unit, column) = logistic(gate(3)) * std::tanh(memory);
        to[unit] = state(unit, column);
      }
    }
  }
}

void Lstm::run(std::span<const Matrix<const float>> inputs,
               std::span<const Matrix<float>> out) const {
  const std::size_t steps = inputs.front().rows();
  std::vector<float> numbers(steps * kWidth * input_size());  // zeros where a sequence lacks
  for (std::size_t sequence = 0; sequence < inputs.size(); ++sequence) {
    for (std::size_t step = 0; step < steps; ++step) {
      std::ranges::copy(inputs[sequence][step],
                        numbers.data() + (step * kWidth + sequence) * input_size());
    }
  }
  for (const auto& layer : layers_) {
    const std::size_t width = layer.size() * layer.front().hidden;
    std::vector<float> next(steps * kWidth * width);
    for (std::size_t i = 0; i < layer.size(); ++i) {
      run(layer[i], steps, numbers, i * layer.front().hidden, width, next);
    }
    numbers = std::move(next);
  }
  for (std::size_t sequence = 0; sequence < out.size(); ++sequence) {
    for (std::size_t step = 0; step < steps; ++step) {
      const float* from = numbers.data() + (step * kWidth + sequence) * output_size();
      std::copy_n(from, output_size(), out[sequence][step].begin());
    }
  }
}

}  // namespace sonde
