#pragma once

#include <span>
#include <string_view>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// A verb or adjective with a word of the same meaning and one of the opposite, which hold in nearly
// all that is said with it.
struct OppositeRow {
  std::string_view word, synonym, antonym;  // base forms
};

// Ours, by word in the order of the alphabet; WordNet often has no synonym for the commonest words.
// Empty but for verbs and adjectives.
std::span<const OppositeRow> opposite_rows(WordKind kind);

// The row of a base form; nullptr: it has none.
const OppositeRow* opposites_of(std::string_view word, WordKind kind);

}  // namespace sonde
