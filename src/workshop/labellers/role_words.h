#pragma once

#include <string>
#include <string_view>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// Closed classes of English words, and words of time, place or direction.
enum class RoleWord {
  kPreposition,
  kPrepositionPair,  // two words that act as one: "next to", "out of"
  kSubordinator,     // begins a clause or what is left of one: "when hungry"
  kAuxiliary,
  kDeterminer,
  kPronoun,
  kTimeAdverb,
  kPlaceAdverb,
  kPathAdverb,
  kTimeNoun,  // whose most frequent sense in WordNet is another
  kNotTimeNoun,
  kPathPreposition,
  kTimePreposition,
  kPlacePreposition,
};

// `word` is in lower case.
bool is_role_word(RoleWord kind, std::string_view word);
// Whether it continues a phrase after its head: a preposition, "that".
bool ends_head(std::string_view word);

// "Week" and "July", not "past".
bool names_time(const Lexicon& lexicon, const std::string& word);

}  // namespace sonde
