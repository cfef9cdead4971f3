#pragma once

#include <string_view>

#include "roles/role_frame.h"
#include "workshop/labellers/clause_parts.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// The roles of the parts of a clause, by rules of English: subject and objects by the kind of verb,
// a prepositional phrase by its preposition and the kind of its noun.
RoleFrame roles_of(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
                   const Lexicon& lexicon);

RuleExamples role_rule_examples();

}  // namespace sonde
