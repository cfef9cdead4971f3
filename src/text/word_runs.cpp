#include "text/word_runs.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ascii.h"

namespace sonde {
namespace {

enum class Role : std::uint8_t { kBreak, kLetter, kDigit, kMark, kJoiner, kPoint };

constexpr Role ascii_role(char c) {
  if (ascii::is_letter(c) || c == '_') return Role::kLetter;
  if (ascii::is_digit(c)) return Role::kDigit;
  if (c == '\'' || c == '-') return Role::kJoiner;
  return c == '.' || c == ',' ? Role::kPoint : Role::kBreak;
}

constexpr auto kAsciiRoles = [] {
  std::array<Role, 128> roles{};
  for (std::size_t c = 0; c < roles.size(); ++c) roles[c] = ascii_role(static_cast<char>(c));
  return roles;
}();

Role other_role(char32_t c) {
  constexpr char32_t kApostrophe = 0x2019, kHyphen = 0x2010, kFirmHyphen = 0x2011;
  if (c == kApostrophe || c == kHyphen || c == kFirmHyphen) return Role::kJoiner;
  if (is_digit(c)) return Role::kDigit;
  if (is_mark(c)) return Role::kMark;
  return is_word_character(c) ? Role::kLetter : Role::kBreak;
}

// The role of the character at text[at]. `at` moves past it. Most are ASCII.
Role next_role(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= kAsciiRoles.size()) return other_role(next_code_point(text, at));
  ++at;
  return kAsciiRoles[byte];
}

bool in_word(Role role) { return role == Role::kLetter || role == Role::kDigit; }

// Whether a character of role `between` joins its two neighbours.
bool joins(Role before, Role between, Role after) {
  if (between == Role::kJoiner) return in_word(after);
  return between == Role::kPoint && before == Role::kDigit && after == Role::kDigit;
}

// The end of the word that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  Role last = Role::kBreak;
  std::size_t end = at;
  while (at < text.size()) {
    const Role role = next_role(text, at);
    if (in_word(role)) {
      last = role;
    } else if (role != Role::kMark) {
      std::size_t next = at;
      const Role after = next < text.size() ? next_role(text, next) : Role::kBreak;
      if (!joins(last, role, after)) return end;
    }
    end = at;
  }
  return end;
}

}  // namespace

void split_words(std::string_view text, std::vector<std::string_view>& words) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (!in_word(next_role(text, at))) continue;
    at = end_of_word(text, begin);
    words.push_back(text.substr(begin, at - begin));
  }
}

void split_at_spaces(std::string_view text, std::vector<std::string_view>& words) {
  for_each_run(
      text, [](char32_t c) { return !is_space(c); },
      [&](std::string_view run) { words.push_back(run); });
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  for_each_run(text, [](char32_t c) { return !is_space(c); }, [&](std::string_view) { ++words; });
  return words;
}

}  // namespace sonde
