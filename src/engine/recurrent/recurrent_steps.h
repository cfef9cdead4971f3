// Shared by recurrent networks: products of always the same width, so that a sequence's bits don't
// depend on the others.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/recurrent/recurrent_weights.h"
#include "sonde/matrix.h"

namespace sonde {

using ByColumn = Eigen::Matrix<float, Eigen::Dynamic, static_cast<int>(kSequencesAtOnce)>;

inline auto by_row(const std::vector<float>& numbers, std::size_t rows, std::size_t columns) {
  using ByRow = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const ByRow>(numbers.data(), static_cast<Eigen::Index>(rows),
                                 static_cast<Eigen::Index>(columns));
}

// A step's numbers, sequence by sequence, for steps stored one after the other.
inline auto numbers_of_step(std::span<const float> numbers, std::size_t step, std::size_t width) {
  return Eigen::Map<const ByColumn>(numbers.data() + step * width * kSequencesAtOnce,
                                    static_cast<Eigen::Index>(width),
                                    static_cast<int>(kSequencesAtOnce));
}

// inputs[i]: steps x width of sequence i. Missing sequences are zeros.
inline std::vector<float> steps_side_by_side(std::span<const Matrix<const float>> inputs) {
  const std::size_t steps = inputs.front().rows(), width = inputs.front().columns();
  std::vector<float> numbers(steps * kSequencesAtOnce * width);
  for (std::size_t sequence = 0; sequence < inputs.size(); ++sequence) {
    for (std::size_t step = 0; step < steps; ++step) {
      std::ranges::copy(inputs[sequence][step],
                        numbers.data() + (step * kSequencesAtOnce + sequence) * width);
    }
  }
  return numbers;
}

inline float logistic(float x) { return 1 / (1 + std::exp(-x)); }

}  // namespace sonde
