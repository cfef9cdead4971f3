#pragma once

#include <string>
#include <string_view>

namespace sonde {

// A text as it may stand in an element or in an attribute between double quotes, of XML 1.0.
// Control characters are escaped (\xNN), but for line feeds and tabs, which are references. What
// XML can't hold, and bytes that are no UTF-8, are U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace sonde
