#pragma once

#include <string_view>

namespace sonde {

// The first bytes of a text file, if they name its encoding.
struct ByteOrderMark {
  std::string_view bytes;
  std::string_view encoding;
};
constexpr std::string_view kUtf8 = "UTF-8";

// The mark at the start of `text`, or an empty one.
ByteOrderMark byte_order_mark(std::string_view text);

// Without UTF-8's mark.
std::string_view without_mark(std::string_view text);

}  // namespace sonde
