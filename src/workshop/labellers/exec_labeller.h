#pragma once

#include <memory>

#include "outside/programs/line_child.h"
#include "workshop/labellers/role_labeller.h"

namespace sonde {

// Runs a command that reads one sentence per line, its runs of white space as one space, and
// replies to each with a line: a JSON object of roles, {"Agent": "The dog", "Verb": "barks"}.
// Errors: those of LineChild, kOutside for another reply.
std::unique_ptr<RoleLabeller> make_exec_labeller(LineChildOptions options);

}  // namespace sonde
