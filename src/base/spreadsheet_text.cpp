#include "base/spreadsheet_text.h"

#include <algorithm>

#include "base/parse.h"

namespace sonde {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

bool is_formula(std::string_view text) {
  constexpr std::string_view kFirst = "=+-@\t\r\n";
  return text.size() > 1 && kFirst.find(text.front()) != kFirst.npos;
}

// "1/2" becomes a date, "1,000" a number, "0.50" loses a digit, "true" becomes "TRUE".
bool is_rewritten(std::string_view text) {
  constexpr std::size_t kLongestTruth = 5;
  if (text.size() <= kLongestTruth) {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c | 0x20);
    if (lower == "true" || lower == "false") return true;
  }
  return parse_number<double>(text) ||
         (std::ranges::any_of(text, is_digit) && std::ranges::none_of(text, is_letter));
}

std::string_view without_apostrophes(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of('\''), text.size()));
}

bool is_at_risk(std::string_view text) {
  const auto bare = without_apostrophes(text);
  return is_formula(bare) || is_rewritten(bare);
}

}  // namespace

std::string without_formula(std::string_view text) {
  const bool stays = parse_number<double>(text) || !is_formula(without_apostrophes(text));
  return (stays ? "" : "'") + std::string(text);
}

std::string sheet_field(std::string_view text) {
  return quoted_field((is_at_risk(text) ? "'" : "") + std::string(text), '\t');
}

std::string_view text_of_sheet(std::string_view field) {
  return field.starts_with('\'') && is_at_risk(field) ? field.substr(1) : field;
}

std::string quoted_field(std::string_view text, char separator) {
  const std::string marks = std::string("\"\n\r") + separator;
  if (text.find_first_of(marks) == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace sonde
