#include "engine/tokens/tokenizer.h"

#include <cstdint>
#include <cstdlib>

#include "sonde/error.h"

// An accepted tokenizer encodes, or reports why not, and always the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto tokenizer =
        sonde::Tokenizer::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    for (const char* text :
         {"", "Hello, world ab!", "\xc3\xa4 \xe2\x80\x8d \xf0\x9f\x98\x80 a\xcc\x81"}) {
      std::vector<std::int32_t> ids, again;
      tokenizer.encode(text, ids);
      tokenizer.encode(text, again);
      if (ids != again) std::abort();
      for (const auto id : ids) tokenizer.token_of(id);
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
