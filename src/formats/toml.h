// Heavy: to be included by sources, not by headers.
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace sonde {

// A TOML document. Errors: kInput with file:line.
toml::table parse_toml(std::string_view text, const std::string& file);

// The same from a file of at most 1 MiB.
toml::table read_toml(const std::filesystem::path& file);

}  // namespace sonde
