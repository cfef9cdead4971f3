#pragma once

#include <span>
#include <string_view>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// A verb or adjective with a word of the same meaning and one of the opposite, valid in nearly all
// of its uses.
struct OppositeRow {
  std::string_view word, synonym, antonym;  // base forms
};

// sonde's list, in alphabetical order of words. WordNet often has no synonym for the commonest
// words. Empty but for verbs and adjectives.
std::span<const OppositeRow> opposite_rows(WordKind kind);

// The row of a base form, or nullptr without one.
const OppositeRow* opposites_of(std::string_view word, WordKind kind);

}  // namespace sonde
