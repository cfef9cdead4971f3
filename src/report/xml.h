#pragma once

#include <string>
#include <string_view>

namespace sonde {

// A text for an element, or for an attribute between double quotes, in XML 1.0. Control characters
// are escaped (\xNN), but for line feeds and tabs, which are references. Characters that XML
// excludes, and bytes that aren't UTF-8, are U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace sonde
