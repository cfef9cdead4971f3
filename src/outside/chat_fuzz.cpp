#include "outside/chat.h"

#include <cstdint>
#include <cstdlib>

#include "formats/utf8.h"
#include "outside/http/quoted_text.h"
#include "sonde/error.h"

// Accepted bodies are well-formed, and others can be shown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  try {
    const auto answer = sonde::read_chat_answer(body, "fuzz");
    for (const auto& text : {answer.text, answer.refusal, answer.model, answer.finish}) {
      if (sonde::find_invalid_utf8(text) != text.npos) std::abort();
    }
  } catch (const sonde::Error& error) {
    const std::string_view what = error.what();
    if (sonde::find_invalid_utf8(what) != what.npos || what.find('\n') != what.npos) std::abort();
  }
  const std::string shown = sonde::shown(body);
  if (sonde::find_invalid_utf8(shown) != shown.npos || shown.size() > 600) std::abort();
  return 0;
}
