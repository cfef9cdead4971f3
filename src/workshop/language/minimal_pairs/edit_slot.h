#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// A verb or adjective of a sentence whose replacement changes its meaning: the verb of the main
// clause or of the clause that it reports, or the adjective that such a verb joins to its subject
// (heros, section 2.2.2).
struct EditSlot {
  WordKind kind = WordKind::kVerb;
  std::size_t at = 0;               // in the linkage
  std::size_t begin = 0, end = 0;   // bytes of the sentence
  std::string base{};               // "open" of "opened"
  VerbForm form = VerbForm::kBase;  // a verb's
  bool main = true;                 // else of the clause within
  std::uint64_t frames = 0;         // WordNet's frames of verbs that fit here, as bits
  NegationOptions negation{};       // options of its negation
  std::string_view doubt{};         // why another word's effect on the meaning is unsure, or empty

  friend bool operator==(const EditSlot& a, const EditSlot& b) {
    return a.kind == b.kind && a.begin == b.begin && a.base == b.base && a.form == b.form &&
           a.main == b.main;
  }
};

// The slots of the first clause, then those of the clause within. None for sentences whose main
// clause is neither a statement nor a command.
std::vector<EditSlot> edit_slots(const Reading& reading, const VerbForms& forms,
                                 const Lexicon& lexicon);

// A base form in the form of the slot's word. Empty if the lists leave it open.
std::string in_form(const EditSlot& slot, const std::string& base, const VerbForms& forms);

// The sentence with another word in the slot, in its form.
std::string with_word(std::string_view sentence, const EditSlot& slot, std::string_view word);

}  // namespace sonde
