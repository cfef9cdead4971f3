#pragma once

namespace sonde {

// Whether a character is of a script without spaces between words, such as Thai, Chinese or
// Japanese.
bool is_unspaced(char32_t c);

}  // namespace sonde
