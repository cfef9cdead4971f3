// A list that was read has misspellings, all of them and their words plain.
#include "formats/lexicons/misspelling_list.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "sonde/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const sonde::MisspellingList list(in, "fuzz");
    if (list.size() == 0) std::abort();
    for (const auto& one : list.of("open")) {
      const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
      if (one == "open" || !std::all_of(one.begin(), one.end(), is_letter)) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
