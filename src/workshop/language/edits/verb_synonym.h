#pragma once

#include <span>
#include <string>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// The sources of the synonyms.
struct VerbLexicon {
  const VerbForms& forms;
  const Lexicon& lexicon;
  const ExampleSenses& examples;
};

struct VerbSynonyms {
  Outcome refusal{};  // if none exists
  std::vector<Outcome> sentences{};
};

// Sentences with a synonym for the main verb, the best first. Each must still be parsed like the
// source. Eligible is a statement whose main verb, not a copula, has a synonym of one word: in the
// sense that WordNet's example has it in, else in its first sense. It takes one of
// listed_synonyms(): of the same sense, or, if the sense is not known, of those that suit the words
// after the verb in any.
VerbSynonyms verb_synonyms(const Reading& reading, const VerbLexicon& words);

RuleExamples verb_synonym_examples();

}  // namespace sonde
