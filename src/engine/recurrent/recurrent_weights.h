#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/weights/weights.h"

namespace sonde {

// How many sequences a recurrent network takes at once.
constexpr std::size_t kSequencesAtOnce = 16;

// The weights of one direction of one layer of a recurrent network, as PyTorch has them: a block
// of `hidden` rows for each gate.
struct RecurrentDirection {
  std::size_t input = 0, hidden = 0;
  std::vector<float> of_input, of_state;      // rows x input, rows x hidden
  std::vector<float> bias_input, bias_state;  // rows
  bool reverse = false;
};

// Weights are named PREFIXweight_ihSUFFIX, PREFIXweight_hhSUFFIX, PREFIXbias_ihSUFFIX and
// PREFIXbias_hhSUFFIX. SUFFIX is "_l0", or "_l0_reverse". Errors: kInput, naming the tensor that is
// missing or has another shape.
RecurrentDirection read_recurrent(const Weights& weights, const std::string& prefix,
                                  const std::string& suffix, std::size_t gates);

struct RecurrentSize {
  std::size_t input = 0, hidden = 0;
};
// The same without reading a number: from the shape of PREFIXweight_ihSUFFIX.
RecurrentSize recurrent_size(const Weights& weights, const std::string& prefix,
                             const std::string& suffix, std::size_t gates);

}  // namespace sonde
