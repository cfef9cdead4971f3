#pragma once

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/edits/transitive_clause.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// Whether subject and object are persons or animals: the sentences that argument_swap() is for.
bool has_persons(const Reading& reading, const TransitiveVerb& verb, const Lexicon& lexicon);

// Subject and object exchanged: "Lilly loves him" -> "He loves Lilly".
Outcome argument_swap(const Reading& reading, const TransitiveClause& clause,
                      const VerbForms& forms, const Lexicon& lexicon);

RuleExamples argument_swap_examples();

}  // namespace sonde
