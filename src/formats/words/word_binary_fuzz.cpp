#include "formats/words/word_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  for (const char* form : {"", "binary"}) sonde::read_all_words(file.path(), form);
  return 0;
}
