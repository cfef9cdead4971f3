#pragma once

#include <filesystem>
#include <string_view>

#include "sonde/dataset.h"

namespace sonde {

// Reads a card. Errors: kInput with file:line for a missing or unreadable card,
// a missing `probe` or `file`, a value of the wrong type, an unknown key that is neither a
// string, a number nor true or false.
Card read_card(const std::filesystem::path& file);

// The same from the text of a card that is to lie at `file`.
Card parse_card(std::string_view text, const std::filesystem::path& file);

// The form that a file's name promises: .csv has commas and quotes, others tabs.
char default_separator(const std::filesystem::path& file);

}  // namespace sonde
