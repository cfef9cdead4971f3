#include "formats/toml/toml.h"

#include <cstdint>

#include "sonde/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    sonde::parse_toml({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const sonde::Error&) {
  }
  return 0;
}
