#include "engine/recurrent/gru.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// An accepted GRU has the size reported before, and its states are in [-1, 1], or NaN if huge
// weights overflow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  try {
    const sonde::Weights weights(file.path(), "");
    weights.check_finite(1);
    const auto expected = sonde::Gru::size_of(weights, "gru.");
    const sonde::Gru gru(weights, "gru.");
    if (gru.input_size() != expected.input || gru.output_size() != expected.output) std::abort();
    const sonde::MatrixOf<float> input(2, expected.input);
    std::vector<float> states(expected.output);
    const auto given = input.view();
    const std::span<float> wanted(states);
    gru.run({&given, 1}, {&wanted, 1});
    for (const float x : states) {
      if (std::abs(x) > 1) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
