#pragma once

#include <map>
#include <string>
#include <string_view>

namespace sonde {

// The files of the default model by path in its folder, with their SHA-256:
// data/models/minilm.sha256, as it was when the program was built.
std::map<std::string, std::string_view> minilm_files();

}  // namespace sonde
