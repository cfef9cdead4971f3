#pragma once

#include <string_view>

#include "workshop/language/edits/transitive_clause.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// The doubt about a passive, and about an exchange of subject and object. Empty: none.
std::string_view doubt_of_clause(const Reading& reading, const TransitiveVerb& verb,
                                 const TransitiveClause& clause, const Lexicon& lexicon);

RuleExamples transitive_doubt_examples();

}  // namespace sonde
