#include "text/unicode.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace sonde {
namespace {

UChar32 icu(char32_t c) { return static_cast<UChar32>(c); }

bool in_category(char32_t c, std::uint32_t mask) { return (U_GET_GC_MASK(icu(c)) & mask) != 0; }

// ICU's macro converts as it likes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
UChar32 decoded(const std::uint8_t* bytes, std::int32_t& offset, std::int32_t length) {
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, offset, length, c);
  return c;
}
#pragma GCC diagnostic pop

void check(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
}

icu::StringPiece piece(std::string_view text) {
  return {text.data(), static_cast<std::int32_t>(text.size())};
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

}  // namespace

char32_t next_code_point_beyond_ascii(std::string_view text, std::size_t& at) {
  constexpr std::size_t kLongest = 4;
  const std::size_t length = std::min(kLongest, text.size() - at);
  std::int32_t offset = 0;
  const UChar32 c = decoded(reinterpret_cast<const std::uint8_t*>(text.data()) + at, offset,
                            static_cast<std::int32_t>(length));
  at += static_cast<std::size_t>(offset);
  return static_cast<char32_t>(c);
}

bool is_letter(char32_t c) { return in_category(c, U_GC_L_MASK); }
bool is_capital(char32_t c) { return u_isUUppercase(icu(c)) != 0; }

bool is_mark(char32_t c) { return in_category(c, U_GC_M_MASK); }
bool is_digit(char32_t c) { return in_category(c, U_GC_ND_MASK); }
bool is_space_beyond_ascii(char32_t c) { return u_isUWhiteSpace(icu(c)) != 0; }

bool is_word_character(char32_t c) {
  return c == U'_' || is_letter(c) ||
         u_getIntPropertyValue(icu(c), UCHAR_NUMERIC_TYPE) != U_NT_NONE;
}

std::string unicode_version() {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string lower_case(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  std::string lower;
  icu::StringByteSink<std::string> sink(&lower);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, piece(text), sink, nullptr, status);
  check(status);
  return lower;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (in_category(c, U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK | U_GC_CC_MASK)) continue;
    const auto width = u_getIntPropertyValue(icu(c), UCHAR_EAST_ASIAN_WIDTH);
    columns += width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
  }
  return columns;
}

std::string composed(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string whole;
  icu::StringByteSink<std::string> sink(&whole);
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFCInstance(status);
  check(status);
  form->normalizeUTF8(0, piece(text), sink, nullptr, status);
  check(status);
  return whole;
}

}  // namespace sonde
