#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace sonde {

// `sonde roles fit`: writes the weights of roles that fit a data set's gold values best, none
// negative, as the scorer roles:FILE?weights=FILE reads them.
int fit_role_weights(std::vector<std::string> args, const Surroundings& surroundings);

}  // namespace sonde
