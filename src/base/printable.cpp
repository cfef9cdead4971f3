#include "base/printable.h"

#include <algorithm>

namespace sonde {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Whether a control character of C1 begins at `i`: U+0080 to U+009F.
bool is_c1(std::string_view text, std::size_t i) {
  return text[i] == '\xc2' && i + 1 < text.size() && (text[i + 1] & 0xe0) == 0x80;
}

// The code point at `i` if it ends a line or turns its direction, so that a terminal or a page
// shows another text than the real one. 0 for any other.
unsigned turning_at(std::string_view text, std::size_t i) {
  if (!text.substr(i).starts_with("\xe2\x80") && !text.substr(i).starts_with("\xe2\x81")) return 0;
  if (i + 2 >= text.size()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned code = (byte(i + 1) & 1U) << 6 | (byte(i + 2) & 0x3fU) | 0x2000U;
  return (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ? code : 0;
}

std::string as_code(unsigned code) {
  return {'\\', 'u', '2', '0', kDigits[code >> 4 & 15], kDigits[code & 15]};
}

// The text with what `write` adds in the place of each control character.
template <class Write>
std::string without_controls(std::string_view text, const Write& write) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const unsigned code = turning_at(text, i)) {
      out += as_code(code);
      i += 2;
    } else if (is_c1(text, i)) {
      write(out, static_cast<unsigned char>(text[++i]));
    } else if (const auto c = static_cast<unsigned char>(text[i]); c < 0x20 || c == 0x7f) {
      write(out, c);
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::string escaped(unsigned char byte) {
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

std::string printable(std::string_view text) {
  return without_controls(text, [](std::string& out, unsigned char c) { out += escaped(c); });
}

std::string printable_field(std::string_view text) {
  return without_controls(text, [](std::string& out, unsigned char c) {
    const bool kept = c == '\n' || c == '\t';
    out += kept ? std::string(1, static_cast<char>(c)) : escaped(c);
  });
}

std::string one_line(std::string_view text) {
  return without_controls(text, [](std::string& out, unsigned char c) {
    const bool space = c == '\n' || c == '\r' || c == '\t';
    out += space ? " " : escaped(c);
  });
}

std::string printable_json(std::string_view document) {
  return without_controls(document, [](std::string& out, unsigned char c) {
    if (c < 0x20) {  // between its parts
      out += static_cast<char>(c);
    } else {
      out += {'\\', 'u', '0', '0', kDigits[c >> 4], kDigits[c & 15]};
    }
  });
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t begin = most / 3 * 2;
  std::size_t end = text.size() - most / 3;
  while (begin > 0 && continues(text[begin])) --begin;
  while (end < text.size() && continues(text[end])) ++end;
  return std::string(text.substr(0, begin)) + " ... " + std::string(text.substr(end));
}

}  // namespace sonde
