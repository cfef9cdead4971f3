#pragma once

#include <string>
#include <string_view>

namespace sonde {

// A byte as \xNN.
std::string escaped(unsigned char byte);

// The control characters of C0 and C1, which a terminal would obey, escaped.
std::string printable(std::string_view text);

}  // namespace sonde
