#include "outside/shown.h"

#include <algorithm>
#include <array>

#include "base/parse.h"
#include "formats/utf8.h"

namespace sonde {
namespace {

constexpr std::size_t kShown = 120;  // bytes

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }

void append_escaped(std::string& out, char c) {
  constexpr std::array kDigits{'0', '1', '2', '3', '4', '5', '6', '7',
                               '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  const auto byte = static_cast<unsigned char>(c);
  out += "\\x";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

// A cut may not leave half a character behind.
std::string_view cut(std::string_view line) {
  if (line.size() <= kShown) return line;
  std::size_t end = kShown;
  while (end > kShown - 4 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end);
}

}  // namespace

std::string shown(std::string_view text) {
  text = trimmed(text);
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  std::string_view rest = cut(line);
  std::string out = "'";
  while (!rest.empty()) {
    const auto good = std::min(rest.size(), find_invalid_utf8(rest));
    for (const char c : rest.substr(0, good))
      is_control(c) ? append_escaped(out, c) : out.push_back(c);
    rest.remove_prefix(good);
    if (rest.empty()) break;
    append_escaped(out, rest.front());
    rest.remove_prefix(1);
  }
  return out + (cut(line).size() < text.size() ? "...'" : "'");
}

}  // namespace sonde
