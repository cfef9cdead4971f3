#include <cstdint>
#include <string_view>

#include "sonde/compare.h"
#include "sonde/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    sonde::parse_gates({reinterpret_cast<const char*>(data), size}, "gates.toml");
  } catch (const sonde::Error&) {
  }
  return 0;
}
