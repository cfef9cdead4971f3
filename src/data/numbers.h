#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sonde {

// A number a line; NaN if it is missing. Errors: kInput with file:line for what is neither.
std::vector<double> read_numbers(const std::filesystem::path& file);

// Whether a field says that there is no number, for all readers: it is blank, nan, NA, N/A, null or
// None, in any case.
bool is_missing(std::string_view text);

}  // namespace sonde
