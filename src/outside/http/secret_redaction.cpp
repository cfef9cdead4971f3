#include "outside/http/secret_redaction.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>

namespace sonde {
namespace {

constexpr std::string_view kVeil = "[key]";
constexpr std::size_t kShortestStart = 8;  // for a key that is cut off

// A character as it may be spelled, and the end of the spelling.
struct Spelled {
  char c;
  std::size_t end;
};

// The ASCII character that digits[0, count) number.
std::optional<char> numbered(std::string_view digits, std::size_t count, int base) {
  const auto part = digits.substr(0, count);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(part.begin(), part.end(), number, base);
  if (part.empty() || error != std::errc() || end != part.end() || number > 0x7e) return {};
  return static_cast<char>(number);
}

std::optional<Spelled> html_entity(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 10;
  struct Named {
    std::string_view name;
    char c;
  };
  constexpr std::array kNamed{Named{"amp", '&'}, Named{"lt", '<'}, Named{"gt", '>'},
                              Named{"quot", '"'}, Named{"apos", '\''}};
  auto name = text.substr(at + 1, kLongest);
  const auto length = name.find(';');
  if (length == name.npos) return {};
  name = name.substr(0, length);
  std::optional<char> c;
  if (name.starts_with("#x") || name.starts_with("#X")) {
    c = numbered(name.substr(2), name.npos, 16);
  } else if (name.starts_with('#')) {
    c = numbered(name.substr(1), name.npos, 10);
  } else if (const auto* found = std::ranges::find(kNamed, name, &Named::name);
             found != kNamed.end()) {
    c = found->c;
  }
  return c ? std::optional<Spelled>({*c, at + length + 2}) : std::nullopt;
}

// The character of an escape at `at`. `escaped`: backslashes come before it.
std::optional<Spelled> escape(std::string_view text, std::size_t at, bool escaped) {
  const auto rest = text.substr(std::min(at + 1, text.size()));
  std::optional<char> c;
  if (at >= text.size()) return {};
  if (text[at] == '&') return html_entity(text, at);
  if (text[at] == 'u' && escaped && rest.size() >= 4) {
    if ((c = numbered(rest, 4, 16))) return Spelled{*c, at + 5};
  }
  if (text[at] == '%' && rest.size() >= 2 && (c = numbered(rest, 2, 16)))
    return Spelled{*c, at + 3};
  return {};
}

bool is_cut_off(std::string_view text, std::size_t at, bool escaped) {
  constexpr std::size_t kLongest = 5;  // u003d
  if (at == text.size()) return true;
  return text.size() - at < kLongest && (escaped || text[at] == '%' || text[at] == '&');
}

// The place after the spelling of `c` at `at`. npos if anything else is there. Any number of
// backslashes may come before it: each level of JSON doubles them.
std::size_t behind(std::string_view text, std::size_t at, char c) {
  constexpr int kMostSpelled = 16;  // backslashes that are spelled themselves
  bool escaped = false;
  for (int spellings = 0; spellings < kMostSpelled; ++spellings, escaped = true) {
    const auto next = std::min(text.find_first_not_of('\\', at), text.size());
    escaped = escaped || next > at;
    const auto spelled = escape(text, next, escaped);
    if (spelled && spelled->c == c) return spelled->end;
    if (!spelled || spelled->c != '\\') {
      if (next < text.size() && text[next] == c) return next + 1;
      return is_cut_off(text, next, escaped) ? text.size() : text.npos;
    }
    at = spelled->end;
  }
  return text.npos;
}

// The end of the key that begins at `at`, or npos without one. `bare`: without its backslashes.
std::size_t end_of_key(std::string_view text, std::size_t at, std::string_view key,
                       std::string_view bare) {
  if (text.substr(at).starts_with(key)) return at + key.size();
  std::size_t read = 0;
  for (; read < bare.size() && at < text.size(); ++read) {
    at = behind(text, at, bare[read]);
    if (at == text.npos) return at;
  }
  const bool whole = read == bare.size();
  return whole || read >= std::min(bare.size(), kShortestStart) ? at : text.npos;
}

}  // namespace

std::string without_key(std::string_view text, std::string_view key) {
  std::string bare(key);
  std::erase(bare, '\\');
  if (bare.empty()) return std::string(text);
  const std::string starts = std::string("\\%&") + bare.front();
  std::string out;
  for (;;) {
    const auto at = text.find_first_of(starts);
    out += text.substr(0, at);
    if (at == text.npos) return out;
    text.remove_prefix(at);
    const auto end = end_of_key(text, 0, key, bare);
    if (end != text.npos) out += kVeil;
    // Either all of the backslashes begin it or none.
    const auto passed =
        end != text.npos
            ? end
            : std::max<std::size_t>(1, std::min(text.find_first_not_of('\\'), text.size()));
    if (end == text.npos) out += text.substr(0, passed);
    text.remove_prefix(passed);
  }
}

}  // namespace sonde
