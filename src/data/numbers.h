#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sonde {

// A number a line; nan (in any case) is undefined. Errors: kInput with
// file:line for what is no finite number.
std::vector<double> read_numbers(const std::filesystem::path& file);

// Whether a table says so that there is no number: nan, NaN, NAN or NA.
bool is_missing(std::string_view text);

}  // namespace sonde
