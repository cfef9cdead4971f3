// A number a line.
#include "data/number_fields.h"

#include <cmath>
#include <cstdlib>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  try {
    for (const double number : sonde::read_numbers(file.path())) {
      if (std::isinf(number)) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
