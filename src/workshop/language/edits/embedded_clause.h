#pragma once

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// The clause of a verb of saying, thinking or showing, alone: "He said the purchase was expected"
// -> "The purchase was expected". Eligible is a statement with such a main verb and its clause,
// with or without "that".
Outcome embedded_clause(const Reading& reading, const VerbForms& forms);

RuleExamples embedded_clause_examples();

}  // namespace sonde
