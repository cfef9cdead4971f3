#include "formats/byte_order_mark.h"

#include <algorithm>
#include <array>

namespace sonde {
namespace {

using namespace std::string_view_literals;

// UTF-32's little-endian mark begins with that of UTF-16.
constexpr std::array<ByteOrderMark, 5> kByteOrderMarks{{
    {"\xef\xbb\xbf"sv, kUtf8},
    {"\xff\xfe\0\0"sv, "UTF-32"},
    {"\0\0\xfe\xff"sv, "UTF-32"},
    {"\xff\xfe"sv, "UTF-16"},
    {"\xfe\xff"sv, "UTF-16"},
}};

}  // namespace

ByteOrderMark byte_order_mark(std::string_view text) {
  const auto* found = std::ranges::find_if(
      kByteOrderMarks, [&](const ByteOrderMark& mark) { return text.starts_with(mark.bytes); });
  return found == kByteOrderMarks.end() ? ByteOrderMark{} : *found;
}

std::string_view without_mark(std::string_view text) {
  const auto mark = byte_order_mark(text);
  if (mark.encoding == kUtf8) text.remove_prefix(mark.bytes.size());
  return text;
}

}  // namespace sonde
