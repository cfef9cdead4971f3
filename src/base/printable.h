#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde {

// A byte as \xNN.
std::string escaped(unsigned char byte);

// Escapes the control characters of C0 and C1 and DEL, which a terminal would obey, as \xNN, and
// those that turn a line's direction or end it, \u202a to \u202e, \u2066 to \u2069, \u2028 and
// \u2029.
std::string printable(std::string_view text);

// The same, except for line feeds and tabs, which a field of a table of data may have.
std::string printable_field(std::string_view text);

// A line to be read by people: ends of lines and tabs are spaces, other controls escaped.
std::string one_line(std::string_view text);

// The same in a JSON document, which escapes C0 itself: \u00NN, so that its strings stay what they
// are.
std::string printable_json(std::string_view document);

// A text of more than `most` bytes without its middle.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace sonde
