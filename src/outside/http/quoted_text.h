#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The first line of a foreign text that isn't blank, for messages: in quotes, of at most 120 bytes,
// with \xNN for unprintable characters.
std::string shown(std::string_view text);

}  // namespace sonde
