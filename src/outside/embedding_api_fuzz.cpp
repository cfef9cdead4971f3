#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "outside/embedding_api.h"
#include "sonde/error.h"

// The first byte chooses the service and the request. An accepted reply fits it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto apis = sonde::embedding_apis();
  const std::vector<std::string> texts(1 + data[0] / 8 % 3, "a sentence");
  const std::size_t dimension = data[0] / 32 % 4;
  const sonde::EmbeddingQuestion question{"m", texts};
  try {
    const auto answer = sonde::read_embedding_reply(
        apis[data[0] % 8 % apis.size()], question,
        {reinterpret_cast<const char*>(data) + 1, size - 1}, dimension, "http://server");
    if (answer.numbers.size() != texts.size() * answer.dimension || answer.dimension == 0 ||
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
