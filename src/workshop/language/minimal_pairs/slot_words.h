#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_choice.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/minimal_pairs/edit_slot.h"

namespace sonde {

// A word that may replace another.
struct WordCandidate {
  std::string word;           // in the form of the other
  std::string_view origin{};  // its origin, in words
  bool sure = false;          // judged by the words (else a person should look at it)
};

// The sources of the words.
struct SlotLexicon {
  const VerbForms& forms;
  const Lexicon& lexicon;
  const SenseCounts& counts;
  const SenseChooser& senses;
};

// Replacements for the word of a slot, the best first.
struct SlotWords {
  std::string sense{};  // how the sense is known, for people (empty: it is not)
  std::vector<WordCandidate> synonyms{}, antonyms{};
};

// Synonyms and antonyms: of our table (workshop/language/lexicon/opposites.h), of WordNet in the
// sense of the word, and, for people to look at, those of similar words and of other senses.
SlotWords slot_words(const EditSlot& slot, std::string_view sentence, const SlotLexicon& words);

}  // namespace sonde
