#include "report/xml.h"

#include "base/printable.h"
#include "text/unicode.h"

namespace sonde {
namespace {

// Characters that XML excludes, and the one for bytes that aren't UTF-8, but no controls.
bool is_replaced(char32_t c) { return c >= U'\uFFFD' && c <= U'\uFFFF'; }

std::string_view reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':  // a plain one would be a space in an attribute
      return "&#10;";
    case '\t':
      return "&#9;";
    default:
      return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  const std::string shown = printable_field(text);
  std::string out;
  for (std::size_t at = 0; at < shown.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(shown, at);
    if (const auto known = reference(shown[begin]); !known.empty()) {
      out += known;
    } else if (is_replaced(c)) {
      out += "\xef\xbf\xbd";
    } else {
      out.append(shown, begin, at - begin);
    }
  }
  return out;
}

}  // namespace sonde
