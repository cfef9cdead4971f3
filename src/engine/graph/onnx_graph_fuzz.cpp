#include <cstdint>
#include <cstdlib>

#include "engine/graph/onnx_graph.h"

// Every name is a piece of the bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& name : sonde::weights_named(bytes)) {
    if (bytes.find(name) == bytes.npos) std::abort();
  }
  return 0;
}
