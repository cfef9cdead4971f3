// Codes and vocabulary in one file, with an empty line between them.
#include "encoders/older/fast_bpe.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// The pieces of a word, put together, are the word.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view both(reinterpret_cast<const char*>(data), size);
  const auto middle = both.find("\n\n");
  const auto begin = middle == both.npos ? size : middle + 2;
  const sonde::MemoryFile codes(data, middle == both.npos ? size : middle);
  const sonde::MemoryFile vocabulary(data + begin, size - begin);
  try {
    const sonde::FastBpe pieces_of(codes.path(), vocabulary.path());
    for (const std::string word : {"a", "abab", "lower", "\xc3\xa4\xc3\xa4", "<w></w>"}) {
      std::vector<std::string> pieces;
      pieces_of.split(word, pieces);
      std::string whole;
      for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
        if (!pieces[i].ends_with("@@")) std::abort();
        whole += pieces[i].substr(0, pieces[i].size() - 2);
      }
      if (whole + pieces.back() != word) std::abort();
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
