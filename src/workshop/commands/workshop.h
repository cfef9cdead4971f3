#pragma once

#include "apps/cli/command.h"

namespace sonde {

// The workshop's commands and listings.
Extension workshop_extension();

// One in each file.
int audit_command(std::vector<std::string> words, const Surroundings& surroundings);
int make_command(std::vector<std::string> words, const Surroundings& surroundings);
int rate_command(std::vector<std::string> words, const Surroundings& surroundings);
int roles_command(std::vector<std::string> words, const Surroundings& surroundings);

}  // namespace sonde
