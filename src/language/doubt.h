#pragma once

#include <string_view>

#include "language/linkage.h"

namespace sonde {

// What speaks against the main clause that a linkage has.

// Whether a clause may end before the main clause begins: in "The flask cracked, and a smell
// filled the room" the flask may be joined to the smell.
bool may_follow_clause(const Linkage& linkage);

// Whether another linkage takes a verb of the main clause, no auxiliary, for a noun: "a return
// ticket" or "who bought a return ticket ...".
bool takes_verb_for_noun(const Linkage& other, const Linkage& linkage, std::string_view sentence);

}  // namespace sonde
