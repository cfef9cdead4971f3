#pragma once

#include <string_view>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/edits/edited_clause.h"

namespace sonde {

// Doubts about a sentence's linkages and the clause of one.

// The doubt about the best linkage, from it and others that cost little more. Empty: none.
std::string_view doubt_of_parse(const std::vector<Linkage>& linkages, std::string_view sentence);

// Whether another clause may end before the clause begins: in "The flask cracked, and a smell
// filled the room" the flask may be joined to the smell.
bool may_follow_clause(const Linkage& linkage, const Clause& clause);

// Whether its verb may be a participle after a noun whose verb comes later: in "Two people dressed
// in green and red costumes are outside" the costumes may be green, too.
bool may_precede_its_verb(const Linkage& linkage, const Clause& clause, const VerbForms& forms);

// Whether another linkage takes a verb of the clause, no auxiliary, for a noun: "a return
// ticket" or "who bought a return ticket ...".
bool takes_verb_for_noun(const Linkage& other, const EditedClause& clause);

}  // namespace sonde
