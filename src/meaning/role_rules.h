#pragma once

#include <string_view>

#include "meaning/clause_parts.h"
#include "meaning/role_frame.h"

namespace sonde {

// The roles of the parts of a clause, by rules of English: what the subject and the objects are by
// the kind of verb, what a prepositional phrase is by its preposition and the kind of its noun.
RoleFrame roles_of(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
                   const Lexicon& lexicon);

}  // namespace sonde
