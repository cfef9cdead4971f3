#include "formats/arrays/safetensors.h"

#include <cstdint>
#include <cstdlib>

#include "sonde/error.h"

// Tensors that were accepted cover the data exactly, and their bytes are theirs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    std::size_t total = 0;
    for (const auto& [name, tensor] : sonde::parse_safetensors(bytes, "fuzz")) {
      std::size_t expected = sonde::element_size(tensor.type);
      for (const std::size_t extent : tensor.shape) expected *= extent;
      const bool inside = tensor.bytes.data() >= bytes.data() &&
                          tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + size;
      if (expected != tensor.bytes.size() || !inside) std::abort();
      total += expected;
    }
    if (total > size) std::abort();
  } catch (const sonde::Error&) {
  }
  return 0;
}
