#pragma once

#include "language/lexicon.h"
#include "language/outcome.h"
#include "language/transitive_clause.h"
#include "language/verb_forms.h"

namespace sonde {

// Whether subject and object are persons or animals: the sentences that argument_swap() is for.
bool has_persons(const Reading& reading, const TransitiveVerb& verb, const Lexicon& lexicon);

// Subject and object exchanged: "Lilly loves him" -> "He loves Lilly".
Outcome argument_swap(const Reading& reading, const TransitiveClause& clause,
                      const VerbForms& forms, const Lexicon& lexicon);

}  // namespace sonde
