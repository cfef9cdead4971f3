#pragma once

#include <memory>

#include "workshop/labellers/role_labeller.h"

namespace sonde {

// Labels the main clause of English sentences by Link Grammar's parse, WordNet and rules; no model.
// What cannot be parsed is taken apart by its words, and said to be doubtful. Errors: kOutside, one
// of the two is not installed.
std::unique_ptr<RoleLabeller> make_link_labeller();

}  // namespace sonde
