#include "engine/recurrent/lstm.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// An accepted LSTM has the size reported before, and its states are in [-1, 1].
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  try {
    const sonde::Weights weights(file.path(), "");
    weights.check_finite(1);
    const auto expected = sonde::Lstm::size_of(weights, "lstm.");
    const sonde::Lstm lstm(weights, "lstm.");
    if (lstm.input_size() != expected.input || lstm.output_size() != expected.output) std::abort();
    sonde::MatrixOf<float> input(2, expected.input), states(2, expected.output);
    const sonde::Matrix<const float> given = std::as_const(input).view();
    const auto wanted = states.view();
    lstm.run({&given, 1}, {&wanted, 1});
    for (std::size_t step = 0; step < 2; ++step) {
      for (const float x : states[step]) {
        if (!(std::abs(x) <= 1)) std::abort();
      }
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
