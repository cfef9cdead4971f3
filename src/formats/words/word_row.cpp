#include "formats/words/word_row.h"
#include "base/counted.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace sonde {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view without_trailing_blanks(std::string_view text) {
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Bytes are counted in a byte, which the compiler does sixteen or more at a time.
std::size_t count_blanks(std::string_view text) {
  constexpr std::size_t kMost = 255;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += kMost) {
    std::uint8_t some = 0;
    for (const char c : text.substr(at, kMost)) {
      some = static_cast<std::uint8_t>(some + ((c == ' ') | (c == '\t')));
    }
    count += some;
  }
  return count;
}

// Takes the last field off a text without trailing blanks.
std::string_view take_last_field(std::string_view& text) {
  const auto blank = text.find_last_of(" \t");
  const auto field = text.substr(blank == text.npos ? 0 : blank + 1);
  text = without_trailing_blanks(text.substr(0, text.size() - field.size()));
  return field;
}

std::optional<WordRow> split_from_the_end(std::string_view line, std::size_t dimension) {
  std::string_view rest = line;
  std::string_view field;
  for (std::size_t i = 0; i < dimension; ++i) {
    if (rest.empty()) return std::nullopt;
    field = take_last_field(rest);
  }
  return WordRow{rest, line.substr(static_cast<std::size_t>(field.data() - line.data()))};
}

std::string quoted(std::string_view field) {
  constexpr std::size_t kShown = 40;
  std::string text;
  for (const char c : field.substr(0, kShown)) text += c > ' ' && c < '\x7f' ? c : '?';
  return "'" + text + "'";
}

// A float that is too small is 0 or nearly so, which from_chars takes for an error.
bool parse_small(std::string_view field, float& out) {
  double wide = 0;
  const auto read = std::from_chars(field.data(), field.data() + field.size(), wide);
  const bool tiny = read.ec == std::errc()
                        ? std::abs(wide) < 1
                        : field.find("e-") != field.npos || field.find("E-") != field.npos;
  out = tiny && read.ec == std::errc() ? static_cast<float>(wide) : 0.0F;
  return tiny;
}

bool parse_float(std::string_view field, float& out) {
  if (field.starts_with('+')) field.remove_prefix(1);
  const char* end = field.data() + field.size();
  const auto read = std::from_chars(field.data(), end, out);
  if (read.ptr != end) return false;
  if (read.ec == std::errc::result_out_of_range) return parse_small(field, out);
  return read.ec == std::errc();
}

bool looks_like_number(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double ignored = 0;
  return std::from_chars(field.data(), field.data() + field.size(), ignored).ptr ==
             field.data() + field.size() &&
         !field.empty();
}

std::string_view take_first_field(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const auto field = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(field.size());
  return field;
}

}  // namespace

std::optional<WordRow> split_word_row(std::string_view line, std::size_t dimension) {
  line = without_trailing_blanks(line);
  const std::size_t blanks = count_blanks(line);
  if (blanks < dimension) return std::nullopt;
  if (blanks > dimension) return split_from_the_end(line, dimension);
  const auto blank = line.find_first_of(" \t");
  return WordRow{line.substr(0, blank), line.substr(blank + 1)};
}

std::optional<std::string> parse_floats(std::string_view text, std::span<float> out) {
  for (float& number : out) {
    const auto field = take_first_field(text);
    if (field.empty()) return "there are fewer than " + counted(out.size(), "number");
    if (!parse_float(field, number))
      return quoted(field) + " is not a number that a float can hold";
    if (!std::isfinite(number)) return quoted(field) + " is not finite";
  }
  if (!take_first_field(text).empty()) {
    return "there are more than " + counted(out.size(), "number");
  }
  return std::nullopt;
}

std::size_t count_trailing_numbers(std::string_view line) {
  line = without_trailing_blanks(line);
  const bool has_word = !line.empty() && !is_blank(line.front());
  std::size_t count = 0;
  for (;;) {
    const auto field = take_last_field(line);
    if ((has_word && line.empty()) || !looks_like_number(field)) return count;
    ++count;
  }
}

}  // namespace sonde
