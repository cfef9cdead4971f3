#pragma once

#include <string_view>

#include "workshop/language/edits/transitive_clause.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// What speaks against a passive, and against an exchange of subject and object; empty: nothing.
std::string_view doubt_of_clause(const Reading& reading, const TransitiveVerb& verb,
                                 const TransitiveClause& clause, const Lexicon& lexicon);

RuleExamples transitive_doubt_examples();

}  // namespace sonde
