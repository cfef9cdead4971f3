#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sonde {

// The whole of `text` as a number, as std::from_chars reads it. Nothing if it isn't one.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

// The shortest text that parse_number() reads as the same number.
inline std::string printed(double number) {
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

// With separators of thousands, as people read it: "30,994".
inline std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (auto at = std::ssize(text) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}

// "a,b" -> a, b: the parts between separators, or all of `list` if it has none.
inline std::vector<std::string_view> parts_of(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = list.find(separator);
    parts.push_back(list.substr(0, end));
    if (end == list.npos) return parts;
    list.remove_prefix(end + 1);
  }
}

// `text` without the white space at its ends. It is a view of `text` even if nothing is left.
inline std::string_view trimmed(std::string_view text, std::string_view white = " \t\r\n\v\f") {
  const auto first = text.find_first_not_of(white);
  if (first == text.npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace sonde
