#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace sonde {

// Puts a whole new file at `path` or leaves what was there: `write` fills the
// temporary neighbour whose path it gets, which is then synced and renamed.
// Errors: kOutside; the temporary file is removed.
void replace_file(const std::filesystem::path& path,
                  const std::function<void(const std::filesystem::path&)>& write);

void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace sonde
