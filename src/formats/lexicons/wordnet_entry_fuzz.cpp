// Lines of WordNet's index and data files: an accepted line has as many fields as it declares.
#include "formats/lexicons/wordnet_entry.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const sonde::Place place{"fuzz", 1};
  try {
    const auto entry = sonde::parse_wordnet_index(line, place);
    if (entry.offsets.empty() || entry.word.empty()) std::abort();
  } catch (const sonde::Error&) {
  }
  try {
    const auto set = sonde::parse_wordnet_set(line, place);
    if (set.category >= 45 || set.words.size() > 0xff) std::abort();
  } catch (const sonde::Error&) {
  }
  return 0;
}
