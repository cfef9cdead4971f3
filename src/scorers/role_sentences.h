#pragma once

#include <string>

#include "roles/role_file.h"
#include "sonde/scorer.h"

namespace sonde {

// Checks whether roles are those of the sentences to score: whether their words occur there.
// Published frames are edited by hand and by models, so that some differ from their sentence: of
// the study's 5,600 none shares less than half of its words, of GPT-4's 16 do. `file`: the roles'
// file, for errors. Errors: kInput if of all sentences more than a tenth, and more than one, share
// less than half of their frame's words.
void check_roles(const std::string& file, const RoleRows& roles, const ScorerContext& context);

}  // namespace sonde
