#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sonde/error.h"

namespace sonde {

// Reads a word list of data/language: a comment that begins with "#", a header, rows. Errors:
// kInput with file:line for another header or number of columns; kOutside if the file is missing.
void read_word_table(
    const std::filesystem::path& file, const std::vector<std::string>& columns,
    const std::function<void(const std::vector<std::string>& row, const Place& place)>& take);

}  // namespace sonde
