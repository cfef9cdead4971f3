#pragma once

#include <span>
#include <string>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// What the synonyms are taken from.
struct VerbLexicon {
  const VerbForms& forms;
  const Lexicon& lexicon;
  const ExampleSenses& examples;
};

struct VerbSynonyms {
  Outcome refusal{};  // where there is none
  std::vector<Outcome> sentences{};
};

// Sentences with a synonym for the main verb, the best first; each must still be parsed as the
// source is. Eligible is a statement whose main verb, no copula, has a synonym of one word: in the
// sense that WordNet's example has it in, else in its first sense. Taken is one of
// listed_synonyms(): of the same sense, or where it is not known of those that suit what stands
// behind the verb in any.
VerbSynonyms verb_synonyms(const Reading& reading, const VerbLexicon& words);

}  // namespace sonde
