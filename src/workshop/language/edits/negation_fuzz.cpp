// Hostile sentences: an answer is valid UTF-8, and a negation of an English one is longer and
// negated.
#include "sonde/negation.h"

#include <cstdint>
#include <cstdlib>

#include "formats/utf8.h"
#include "workshop/language/lexicon/negation_words.h"

namespace {

// The resulting sentence, or empty if it was refused.
std::string made_of(const sonde::Negation& negation) {
  const auto* made = std::get_if<sonde::Negated>(&negation);
  if (!made) return {};
  if (sonde::find_invalid_utf8(made->text) != std::string::npos) std::abort();
  return made->text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kEnglish = sonde::english_negator();
  static const auto kDutch = sonde::dutch_negator();
  const std::string_view sentence(reinterpret_cast<const char*>(data), size);
  const std::string negated = made_of(kEnglish->negate(sentence));
  if (!negated.empty() && (negated.size() <= sentence.size() || !sonde::has_negation(negated))) {
    std::abort();
  }
  for (const bool affirm : {false, true}) {
    made_of(kEnglish->negate(sentence, {.affirm = affirm, .contract = true}));
    made_of(kDutch->negate(sentence, {.affirm = affirm}));
  }
  return 0;
}
