#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"

// The first byte chooses the request. An accepted reply fits it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::vector<std::string_view> texts(data[0] % 4, "a sentence");
  const std::size_t dimension = data[0] / 4 % 4;
  try {
    const auto answer = sonde::read_vector_answer(
        {reinterpret_cast<const char*>(data) + 1, size - 1}, texts, dimension);
    std::size_t given = 0;
    for (const bool one : answer.given) given += one;
    if (answer.given.size() != texts.size() || answer.numbers.size() != given * answer.dimension ||
        (dimension != 0 && answer.dimension != dimension)) {
      std::abort();
    }
    for (const float number : answer.numbers) {
      if (!std::isfinite(number)) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
