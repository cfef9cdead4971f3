#pragma once

#include <cstddef>
#include <string_view>

namespace sonde {

// The place of the first byte that is not part of a well-formed UTF-8 sequence (Unicode 15, table
// 3-7: no surrogates, no overlong forms, nothing above U+10FFFF), or npos if all are.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace sonde
