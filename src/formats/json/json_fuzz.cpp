#include "formats/json/json.h"

#include <cstdint>
#include <cstdlib>

#include "sonde/error.h"

// A document that was accepted is accepted again from its own text, as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nlohmann::json document;
  try {
    document = sonde::parse_json({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const sonde::Error&) {
    return 0;
  }
  if (sonde::parse_json(document.dump(), "fuzz") != document) std::abort();
  return 0;
}
