#pragma once

#include <span>
#include <string>
#include <vector>

#include "language/example_senses.h"
#include "language/inflection.h"
#include "language/lexicon.h"
#include "language/outcome.h"
#include "language/reading.h"
#include "language/sense_counts.h"
#include "language/verb_forms.h"

namespace sonde {

// What the synonyms are taken from.
struct VerbLexicon {
  const VerbForms& forms;
  const Lexicon& lexicon;
  const SenseCounts& counts;
  const ExampleSenses& examples;
};

struct VerbSynonyms {
  Outcome refusal{};  // where there is none
  std::vector<Outcome> sentences{};
};

// Sentences with a synonym for the main verb, the best first; each must still be parsed as the
// source is. Eligible is a statement whose main verb, no copula, has a synonym of one word: in the
// sense that WordNet's example has it in, else in its first sense. Taken is a common word in a
// common sense; where the sense is not known, of verbs with one sense.
VerbSynonyms verb_synonyms(const Reading& reading, const VerbLexicon& words);

}  // namespace sonde
