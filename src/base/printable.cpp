#include "base/printable.h"

namespace sonde {

std::string escaped(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    const bool is_c1 = c == 0xc2 && i + 1 < text.size() && (text[i + 1] & 0xe0) == 0x80;
    if (is_c1) c = static_cast<unsigned char>(text[++i]);
    const bool is_control = is_c1 || c < 0x20 || c == 0x7f;
    out += is_control ? escaped(c) : std::string(1, static_cast<char>(c));
  }
  return out;
}

}  // namespace sonde
