#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sonde {

// Readers of text, TOML and JSON call it. Errors: kInput if a file begins as one of a
// well-known kind that sonde reads nowhere, or that another option reads, or is UTF-16 or UTF-32,
// with what to do about it.
// `head`: its first bytes, up to kForeignHead.
constexpr std::size_t kForeignHead = 512;
void refuse_foreign_format(std::string_view head, const std::string& file);
// A file that can't be read passes.
void refuse_foreign_format(const std::filesystem::path& file);

}  // namespace sonde
