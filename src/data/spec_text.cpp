#include "data/spec_text.h"

#include <algorithm>

#include "sonde/error.h"

namespace sonde {
namespace {

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hexadecimal(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      throw usage_error("'" + std::string(text) + "' has a % without two hexadecimal digits",
                        "write %25 for %");
    }
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7f &&
        std::string_view("%&=?#+").find(c) == std::string_view::npos) {
      encoded += c;
    } else {
      encoded += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return encoded;
}

std::string composed_text(const Spec& spec) {
  std::string text = spec.kind + (spec.location.empty() ? "" : ":" + spec.location);
  char before = '?';
  for (const auto& [key, value] : spec.options) {
    text += before + key + '=' + percent_encoded(value);
    before = '&';
  }
  return text;
}

std::pair<std::string, std::string> split_name(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_character);
  if (end == text.begin() || end == text.end() || *end != '=') return {"", std::string(text)};
  return {std::string(text.begin(), end), std::string(end + 1, text.end())};
}

}  // namespace sonde
