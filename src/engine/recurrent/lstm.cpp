#include "engine/recurrent/lstm.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/counted.h"
#include "engine/recurrent/recurrent_steps.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kGatesOfLstm = 4;  // input, forget, cell, output

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
    for (const auto& direction : directions) {
      if (direction.input == before && direction.hidden == directions[0].hidden) continue;
      throw input_error(
          "layer " + std::to_string(layer) + " of its LSTM takes " +
              counted(direction.input, "number") + ", but gets " + std::to_string(before),
          {weights.file()}, "its weights do not match each other; convert them again");
    }
    layers_.push_back(std::move(directions));
  }
}

Lstm::Direction Lstm::read(const Weights& weights, const std::string& prefix,
                           const std::string& suffix) {
  Direction direction = read_recurrent(weights, prefix, suffix, kGatesOfLstm);
  for (std::size_t i = 0; i < direction.bias_input.size(); ++i) {
    direction.bias_input[i] += direction.bias_state[i];
  }
  return direction;
}

Lstm::Size Lstm::size_of(const Weights& weights, const std::string& prefix) {
  Size size;
  std::string suffix = "_l0";
  size.input = recurrent_size(weights, prefix, suffix, kGatesOfLstm).input;
  for (std::size_t layer = 0; weights.has(prefix + "weight_ih" + suffix);) {
    const bool both = weights.has(prefix + "weight_ih" + suffix + "_reverse");
    size.output = recurrent_size(weights, prefix, suffix, kGatesOfLstm).hidden * (both ? 2 : 1);
    suffix = "_l" + std::to_string(++layer);
  }
  return size;
}

// Numbers of a step are contiguous: sequence by sequence, kWidth of them. `out` is the same, with
// `width` numbers per sequence, of which this direction fills those from `offset` on.
void Lstm::run(const Direction& direction, std::size_t steps, std::span<const float> inputs,
               std::size_t offset, std::size_t width, std::span<float> out) {
  const auto [input, hidden] = std::pair(direction.input, direction.hidden);
  const auto of_input = by_row(direction.of_input, 4 * hidden, input);
  const auto of_state = by_row(direction.of_state, 4 * hidden, hidden);
  const auto rows = static_cast<Eigen::Index>(hidden);
  ByColumn state = ByColumn::Zero(rows, static_cast<int>(kWidth)), cell = state;
  ByColumn gates(4 * rows, static_cast<int>(kWidth));
  for (std::size_t i = 0; i < steps; ++i) {
    const std::size_t step = direction.reverse ? steps - 1 - i : i;
    gates.noalias() = of_input * numbers_of_step(inputs, step, input);
    gates.noalias() += of_state * state;
    for (std::size_t sequence = 0; sequence < kWidth; ++sequence) {
      const auto column = static_cast<Eigen::Index>(sequence);
      float* to = out.data() + (step * kWidth + sequence) * width + offset;
      for (Eigen::Index unit = 0; unit < rows; ++unit) {
        const auto gate = [&](Eigen::Index which) {
          const Eigen::Index row = which * rows + unit;
          return gates(row, column) + direction.bias_input[static_cast<std::size_t>(row)];
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
  std::vector<float> numbers = steps_side_by_side(inputs);
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
