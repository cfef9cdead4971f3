#pragma once

#include <filesystem>
#include <string_view>

namespace sonde {

// Refuses a folder that another kind of subject than `kind` reads, such as a sparse encoder's for
// "hf". Errors: kInput, with the spec to write instead.
void check_folder_kind(const std::filesystem::path& root, std::string_view kind);

}  // namespace sonde
