#pragma once

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/edits/transitive_clause.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// The passive of a clause, in the same tense: "A man is chasing the dog" -> "The dog is being
// chased by a man".
Outcome passive(const Reading& reading, const TransitiveClause& clause, const VerbForms& forms,
                const Lexicon& lexicon);

RuleExamples passive_examples();

}  // namespace sonde
