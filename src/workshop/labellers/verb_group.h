#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// The main verb of a clause and how it was found.
struct VerbGroup {
  std::size_t subject = 0;  // the head (0: unknown)
  std::size_t main = 0;     // 0: none
  bool passive = false;
  bool guessed = false;            // no link shows it
  bool command = false;            // without a subject: "open the door"
  bool reports = false;            // the words before it are quoted: "it rained, he wrote"
  bool there_is = false;           // its subject follows "there is"
  std::vector<std::size_t> words;  // auxiliaries and the main verb
};

// The verb of the main clause. `linkage` may have few links. No main verb if none is found.
VerbGroup verb_of(const Linkage& linkage, const Lexicon& lexicon);

bool is_auxiliary_word(const std::string& word);
// "Singing", not "king": a verb's form in -ing.
bool is_ing_form(const Lexicon& lexicon, const std::string& word);
// not, cannot, doesn't
bool is_not(const std::string& word);

}  // namespace sonde
