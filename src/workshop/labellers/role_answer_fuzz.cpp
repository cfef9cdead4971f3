#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "formats/utf8.h"
#include "sonde/error.h"
#include "workshop/labellers/chat_labeller.h"
#include "workshop/labellers/sentence_phrase.h"
#include "workshop/labellers/verbnet_labeller.h"

// The first line is a sentence, the rest a server's answer to it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (sonde::find_invalid_utf8(text) != text.npos) return 0;
  const auto end = std::min(text.find('\n'), text.size());
  const std::string sentence = text.substr(0, end), answer = text.substr(end);
  if (const auto found = sonde::chat_frame_of({answer, "", "", "", {}}, sentence)) {
    for (const auto& phrase : found->frame.phrases) {
      if (!phrase.empty() && sonde::phrase_in(sentence, phrase) != phrase) std::abort();
    }
  }
  try {
    sonde::read_verbnet_answer(answer, sentence, "fuzz");
  } catch (const sonde::Error&) {
  }
  return 0;
}
