#pragma once

#include "language/lexicon.h"
#include "language/outcome.h"
#include "language/transitive_clause.h"
#include "language/verb_forms.h"

namespace sonde {

// The passive of a clause, its tense kept: "A man is chasing the dog" -> "The dog is being chased
// by a man".
Outcome passive(const Reading& reading, const TransitiveClause& clause, const VerbForms& forms,
                const Lexicon& lexicon);

}  // namespace sonde
