#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sonde {

// A JSON document, strictly read: UTF-8, no key twice in an object, nested at
// most 64 deep. Errors: kInput with the line.
nlohmann::json parse_json(std::string_view text, const std::string& file);

// The same from a file of at most `limit` bytes.
nlohmann::json read_json(const std::filesystem::path& file,
                         std::size_t limit = std::size_t{64} << 20);

}  // namespace sonde
