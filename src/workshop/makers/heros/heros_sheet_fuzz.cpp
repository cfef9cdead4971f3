#include "workshop/makers/heros/heros_sheet.h"

#include <cstdint>
#include <cstdlib>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// Results have one original each, and no variant with a tab, a line end or a bracket.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  try {
    for (const auto& row : sonde::read_chosen_variants(file.path())) {
      if (row.id.empty() || row.original.empty()) std::abort();
      for (const auto& text : row.chosen) {
        if (text.find_first_of("\t\n\r") != text.npos) std::abort();
      }
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
