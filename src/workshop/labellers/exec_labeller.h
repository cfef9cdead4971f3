#pragma once

#include <memory>

#include "outside/programs/line_child.h"
#include "workshop/labellers/role_labeller.h"

namespace sonde {

// Asks a command that reads a sentence a line, its runs of white space as one space, and answers
// each with a line: a JSON object of roles, {"Agent": "The dog", "Verb": "barks"}. Errors: those of
// LineChild; kOutside for another answer.
std::unique_ptr<RoleLabeller> make_exec_labeller(LineChildOptions options);

}  // namespace sonde
