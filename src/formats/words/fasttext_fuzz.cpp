#include "formats/words/fasttext.h"

#include <cstdint>
#include <cstdlib>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// An accepted Sent2Vec model has every row that a sentence needs. (word_binary tests fastText's
// own.)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile memory(data, size);
  try {
    const sonde::PlainFile file(memory.path());
    const auto model = sonde::read_sent2vec(file);
    std::uint64_t words = 0;
    sonde::each_fasttext_word(file, model, [&](std::string_view, std::uint64_t row) {
      if (row != words++) std::abort();
    });
    if (words != model.words) std::abort();
    if (words < 2) return 0;
    for (const auto row : sonde::sent2vec_rows(model, {0, words - 1, 0, 1})) {
      const std::uint64_t bytes = model.dimension * sizeof(float);
      if (model.matrix + (row + 1) * bytes > size) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
