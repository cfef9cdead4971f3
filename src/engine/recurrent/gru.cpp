#include "engine/recurrent/gru.h"

#include "engine/recurrent/recurrent_steps.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kGatesOfGru = 3;  // reset, update, new

ByColumn last_state(const RecurrentDirection& direction, std::size_t steps,
                    std::span<const float> inputs) {
  const auto rows = static_cast<Eigen::Index>(direction.hidden);
  const auto of_input = by_row(direction.of_input, kGatesOfGru * direction.hidden, direction.input);
  const auto of_state =
      by_row(direction.of_state, kGatesOfGru * direction.hidden, direction.hidden);
  const auto bias_input = by_row(direction.bias_input, kGatesOfGru * direction.hidden, 1);
  const auto bias_state = by_row(direction.bias_state, kGatesOfGru * direction.hidden, 1);
  ByColumn state = ByColumn::Zero(rows, static_cast<int>(kSequencesAtOnce));
  ByColumn from_input(3 * rows, static_cast<int>(kSequencesAtOnce)), from_state = from_input;
  for (std::size_t i = 0; i < steps; ++i) {
    const std::size_t step = direction.reverse ? steps - 1 - i : i;
    from_input.noalias() = of_input * numbers_of_step(inputs, step, direction.input);
    from_state.noalias() = of_state * state;
    for (Eigen::Index column = 0; column < state.cols(); ++column) {
      for (Eigen::Index unit = 0; unit < rows; ++unit) {
        const auto given = [&](Eigen::Index gate) {
          return from_input(gate * rows + unit, column) + bias_input(gate * rows + unit);
        };
        const auto kept = [&](Eigen::Index gate) {
          return from_state(gate * rows + unit, column) + bias_state(gate * rows + unit);
        };
        const float reset = logistic(given(0) + kept(0)), update = logistic(given(1) + kept(1));
        const float fresh = std::tanh(given(2) + reset * kept(2));
        state(unit, column) = (1 - update) * fresh + update * state(unit, column);
      }
    }
  }
  return state;
}

}  // namespace

Gru::Gru(const Weights& weights, const std::string& prefix) {
  directions_.push_back(read_recurrent(weights, prefix, "_l0", kGatesOfGru));
  if (weights.has(prefix + "weight_ih_l0_reverse")) {
    directions_.push_back(read_recurrent(weights, prefix, "_l0_reverse", kGatesOfGru));
  }
  const bool alike = directions_.front().input == directions_.back().input &&
                     directions_.front().hidden == directions_.back().hidden;
  if (alike && !weights.has(prefix + "weight_ih_l1")) return;
  throw input_error(
      alike ? "its GRU has more than one layer" : "the directions of its GRU are not of one size",
      {weights.file()}, "its weights do not match each other; convert them again");
}

Gru::Size Gru::size_of(const Weights& weights, const std::string& prefix) {
  const auto [input, hidden] = recurrent_size(weights, prefix, "_l0", kGatesOfGru);
  return {input, hidden * (weights.has(prefix + "weight_ih_l0_reverse") ? 2 : 1)};
}

void Gru::run(std::span<const Matrix<const float>> inputs,
              std::span<const std::span<float>> out) const {
  const auto numbers = steps_side_by_side(inputs);
  std::size_t offset = 0;
  for (const auto& direction : directions_) {
    const auto state = last_state(direction, inputs.front().rows(), numbers);
    for (std::size_t sequence = 0; sequence < out.size(); ++sequence) {
      std::copy_n(state.col(static_cast<Eigen::Index>(sequence)).data(), direction.hidden,
                  out[sequence].begin() + static_cast<std::ptrdiff_t>(offset));
    }
    offset += direction.hidden;
  }
}

}  // namespace sonde
