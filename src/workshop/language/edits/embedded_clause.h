#pragma once

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// The clause that a verb of saying, thinking or showing has, alone: "He said the purchase was
// expected" -> "The purchase was expected". Eligible is a statement whose main verb is such a verb
// and has a clause, with or without "that".
Outcome embedded_clause(const Reading& reading, const VerbForms& forms);

}  // namespace sonde
