#include "formats/arrays/npy.h"

#include <cstdint>
#include <cstdlib>

#include "sonde/error.h"

// An accepted matrix ends at the end of the file and has the size of its shape.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto matrix = sonde::parse_npy(std::as_bytes(std::span(data, size)), "fuzz");
    const auto* end = reinterpret_cast<const std::byte*>(data) + size;
    if (matrix.bytes.size() != matrix.rows * matrix.columns * sonde::element_size(matrix.type) ||
        matrix.bytes.data() + matrix.bytes.size() != end) {
      std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
