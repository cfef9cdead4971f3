#include "formats/lines.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "sonde/error.h"

namespace {

// The same as LineReader for what it accepts, in the plainest way.
bool next_line(std::istream& in, bool first, std::string& line) {
  if (!std::getline(in, line)) return false;
  if (first && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::istringstream in(text), reference(text);
  sonde::LineReader reader(in, "fuzz");
  std::string expected;
  try {
    std::string_view line;
    for (bool first = true; reader.next(line); first = false) {
      if (!next_line(reference, first, expected) || line != expected) std::abort();
    }
    if (next_line(reference, false, expected)) std::abort();
  } catch (const sonde::Error&) {
  }
  return 0;
}
