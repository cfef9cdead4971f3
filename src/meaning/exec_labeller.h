#pragma once

#include <memory>

#include "meaning/role_labeller.h"
#include "outside/line_child.h"

namespace sonde {

// Asks a command that reads a sentence a line, its runs of white space as one space, and answers
// each with a line: a JSON object of roles, {"Agent": "The dog", "Verb": "barks"}. Errors: those of
// LineChild; kOutside for another answer.
std::unique_ptr<RoleLabeller> make_exec_labeller(LineChildOptions options);

}  // namespace sonde
