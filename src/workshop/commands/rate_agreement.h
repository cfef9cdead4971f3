#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace sonde {

// `sonde rate agreement`.
int rate_agreement(std::vector<std::string> words, const Surroundings& surroundings);

}  // namespace sonde
