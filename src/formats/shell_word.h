#pragma once

#include <string>

namespace sonde {

// `text` as one word of a shell's command: quoted unless it is plain.
std::string shell_word(const std::string& text);

}  // namespace sonde
