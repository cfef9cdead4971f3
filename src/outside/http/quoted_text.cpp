#include "outside/http/quoted_text.h"

#include <algorithm>

#include "base/parse.h"
#include "base/printable.h"
#include "formats/utf8.h"

namespace sonde {
namespace {

constexpr std::size_t kShown = 120;  // bytes

// A cut must not leave half a character.
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
    out += printable(rest.substr(0, good));
    rest.remove_prefix(good);
    if (rest.empty()) break;
    out += escaped(static_cast<unsigned char>(rest.front()));
    rest.remove_prefix(1);
  }
  return out + (cut(line).size() < text.size() ? "...'" : "'");
}

}  // namespace sonde
