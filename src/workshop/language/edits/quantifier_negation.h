#pragma once

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// Quantifier negation. Drops is and was before a participle or a place: "A girl is cutting butter"
// -> "There is no girl cutting butter". Other verbs get "that": "A girl sang" -> "There was no girl
// that sang". Eligible is a statement that begins with "A" or "An" and its subject, but for a form
// of be with a noun or an adjective.
Outcome there_is_no(const Reading& reading, const Lexicon& lexicon);

RuleExamples quantifier_negation_examples();

}  // namespace sonde
