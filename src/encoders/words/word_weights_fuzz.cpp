// Words and their counts, as they are and in lower case.
#include <cmath>
#include <cstdlib>

#include "base/memory_file_fuzz.h"
#include "encoders/words/word_weights.h"
#include "sonde/error.h"

namespace {

void check(const sonde::WordTallies& tallies) {
  double total = 0;
  for (const auto& [word, count] : tallies) {
    if (word.empty() || !(count >= 0)) std::abort();
    total += count;
  }
  if (!(total > 0) || !std::isfinite(total)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  for (const bool lower : {false, true}) {
    try {
      check(sonde::read_word_counts(file.path(), lower));
    } catch (const sonde::Error&) {
    }
  }
  return 0;
}
