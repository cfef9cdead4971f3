#pragma once

#include <optional>

#include "roles/role_frame.h"
#include "workshop/labellers/role_clause.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// Whether a prepositional phrase belongs to the phrase directly before it: "a letter | about him".
bool belongs_to_noun(const RoleClause& clause, const Chunk& before, const Chunk& phrase);

// The role of a prepositional phrase by its preposition, its noun and the verb. Nothing: an
// argument, Theme or Patient.
std::optional<Role> role_of_phrase(const RoleClause& clause, const Chunk& phrase);

RuleExamples phrase_rule_examples();

}  // namespace sonde
