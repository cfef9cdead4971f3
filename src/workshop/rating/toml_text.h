#pragma once

#include <string>

namespace sonde {

// A text as a string of TOML.
std::string toml_text(const std::string& text);

}  // namespace sonde
