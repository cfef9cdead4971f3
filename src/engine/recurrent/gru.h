#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/recurrent/recurrent_weights.h"
#include "engine/weights/weights.h"
#include "sonde/matrix.h"

namespace sonde {

// Gated recurrent units (Cho and others, 2014) as PyTorch's nn.GRU has them, of one layer, in one
// or both directions, in f32. Safe from several threads.
class Gru {
 public:
  // Weights are named as those of Lstm. Errors: kInput, naming the tensor that is missing or has
  // another shape, also for more than one layer.
  Gru(const Weights& weights, const std::string& prefix);

  struct Size {
    std::size_t input = 0, output = 0;
  };
  // The same without reading a number.
  static Size size_of(const Weights& weights, const std::string& prefix);

  std::size_t input_size() const { return directions_.front().input; }
  std::size_t output_size() const { return directions_.size() * directions_.front().hidden; }

  // inputs[i]: steps x input_size() of sequence i, at most Lstm::kWidth of them, at least one step
  // and the same for all. out[i]: output_size() numbers, the last state of each direction.
  void run(std::span<const Matrix<const float>> inputs,
           std::span<const std::span<float>> out) const;

 private:
  std::vector<RecurrentDirection> directions_;
};

}  // namespace sonde
