#pragma once

#include <memory>

#include "workshop/labellers/role_labeller.h"

namespace sonde {

// Labels the main clause of English sentences by Link Grammar's parse, WordNet and rules, without a
// model. Sentences that cannot be parsed are taken apart by their words, and marked as doubtful.
// Errors: kOutside, one of the two is not installed.
std::unique_ptr<RoleLabeller> make_link_labeller();

}  // namespace sonde
