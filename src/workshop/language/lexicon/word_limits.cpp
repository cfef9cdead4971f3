#include "workshop/language/lexicon/word_limits.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace sonde {

bool is_light_verb(std::string_view verb) {
  static const std::set<std::string_view> kLightVerbs{
      "be",  "have", "do",  "get",  "make", "go",   "take",  "give", "put",  "come", "set",
      "let", "run",  "say", "keep", "hold", "turn", "bring", "lay",  "fall", "use"};
  return kLightVerbs.contains(verb);
}

bool is_odd_synonym(std::string_view word) {
  static const std::set<std::string_view> kOddSynonyms{
      "recreate", "modernize",  "imbed",    "forego", "engage",    "ordain",   "retrieve",
      "equate",   "simulate",   "impute",   "allege", "beset",     "disrupt",  "chide",
      "denote",   "ejaculate",  "point",    "alert",  "awake",     "compound", "dictate",
      "occupy",   "apportion",  "merge",    "damn",   "withstand", "near",     "approach",
      "coax",     "photograph", "announce", "embody"};
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
