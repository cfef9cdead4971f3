#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// One number per line, NaN if it is missing. Errors: kInput with file:line for anything else.
std::vector<double> read_numbers(const std::filesystem::path& file);

// The text with a point for its decimal comma. A comma that may part thousands, as in 1,234, stays
// unless `is_decimal`; so does all other text.
std::string with_decimal_point(std::string text, bool is_decimal);

// Whether a field means a missing number, for all readers: it is blank, nan, NA, N/A, #N/A, <NA>,
// null or None, in any case.
bool is_missing(std::string_view text);

}  // namespace sonde
