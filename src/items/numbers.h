#pragma once

#include <filesystem>
#include <vector>

namespace sonde {

// A number a line; nan (in any case) is undefined. Errors: kInput with
// file:line for what is no finite number.
std::vector<double> read_numbers(const std::filesystem::path& file);

}  // namespace sonde
