#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace sonde {

// The folder next to the program: models/ and data/.
std::filesystem::path share_beside_program();

// The environment and the streams of this process, and resources in the folders, the first one
// first.
Surroundings surroundings(const std::vector<std::filesystem::path>& folders);

// Runs the program in this process: --resources among the words come before `share`. Returns the
// exit code.
int run_program_here(std::vector<std::string> words, const std::filesystem::path& share,
                     const Extension& extension = {});

}  // namespace sonde
