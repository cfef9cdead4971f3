#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/recurrent/recurrent_weights.h"
#include "engine/weights/weights.h"
#include "sonde/matrix.h"

namespace sonde {

// A long short-term memory (Hochreiter and Schmidhuber, 1997) as PyTorch's nn.LSTM has it, of one
// or several layers, in one or both directions, in f32. Safe from several threads.
class Lstm {
 public:
  // Weights are named PREFIXweight_ih_l0, PREFIXweight_hh_l0, PREFIXbias_ih_l0, PREFIXbias_hh_l0,
  // the same with _reverse if it reads both ways, and with l1, l2, ... for further layers. Errors:
  // kInput, naming the tensor that is missing or has another shape.
  Lstm(const Weights& weights, const std::string& prefix);

  struct Size {
    std::size_t input = 0, output = 0;
  };
  // The same without reading a number: it uses only names and the shapes that show the sizes.
  static Size size_of(const Weights& weights, const std::string& prefix);

  std::size_t input_size() const { return layers_.front().front().input; }
  std::size_t output_size() const { return layers_.back().size() * layers_.back().front().hidden; }

  // How many sequences it takes at once. Fewer cost as much: products always have this width, so
  // that a sequence's bits don't depend on the others.
  static constexpr std::size_t kWidth = kSequencesAtOnce;
  // inputs[i]: steps x input_size() of sequence i, at least one step and the same for all. out[i]:
  // steps x output_size(), the last layer's states, both directions concatenated.
  void run(std::span<const Matrix<const float>> inputs, std::span<const Matrix<float>> out) const;

 private:
  using Direction = RecurrentDirection;  // gates i, f, g, o (bias_input is the sum of both)
  using Layer = std::vector<Direction>;
  static Direction read(const Weights& weights, const std::string& prefix,
                        const std::string& suffix);
  static void run(const Direction& direction, std::size_t steps, std::span<const float> inputs,
                  std::size_t offset, std::size_t width, std::span<float> out);

  std::vector<Layer> layers_;
};

}  // namespace sonde
