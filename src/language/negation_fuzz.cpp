// Hostile sentences: an answer is valid UTF-8, longer than the sentence, and a negation.
#include "sonde/negation.h"

#include <cstdint>
#include <cstdlib>

#include "formats/utf8.h"
#include "language/word_class.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kNegator = sonde::english_negator();
  const std::string_view sentence(reinterpret_cast<const char*>(data), size);
  const sonde::Negation negation = kNegator->negate(sentence);
  if (const auto* made = std::get_if<sonde::Negated>(&negation)) {
    const std::string& text = made->text;
    if (sonde::find_invalid_utf8(text) != text.npos || text.size() <= sentence.size() ||
        !sonde::has_negation(text)) {
      std::abort();
    }
  }
  return 0;
}
