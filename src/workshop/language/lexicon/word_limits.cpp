#include "workshop/language/lexicon/word_limits.h"
#include "formats/lexicons/word_lists.h"

#include <algorithm>
#include <cstddef>

namespace sonde {

bool is_light_verb(std::string_view verb) {
  static const WordSet& kLightVerbs = word_set("en", "light_verbs");
  return kLightVerbs.contains(verb);
}

bool is_odd_synonym(std::string_view word) {
  static const WordSet& kOddSynonyms = word_set("en", "odd_synonyms");
  return kOddSynonyms.contains(word);
}

bool is_spelling_of(std::string_view one, std::string_view other) {
  const std::size_t size = std::min(one.size(), other.size());
  const auto same = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size), other.begin())
          .first -
      one.begin());
  return same + 2 >= size || same >= 5;
}

}  // namespace sonde
