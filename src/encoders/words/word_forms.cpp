#include "encoders/words/word_forms.h"

#include <array>

#include "text/unicode.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 7> kClitics{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// The start of an English clitic, or npos.
std::size_t find_clitic(std::string_view word) {
  const std::string lower = lower_case(word);
  if (lower.size() != word.size()) return word.npos;
  for (const auto clitic : kClitics) {
    if (lower.size() > clitic.size() && lower.ends_with(clitic))
      return lower.size() - clitic.size();
  }
  return word.npos;
}

void split(std::string_view word, char separator, std::vector<std::string>& parts) {
  while (!word.empty()) {
    const auto part = word.substr(0, word.find(separator));
    if (!part.empty()) parts.emplace_back(part);
    word.remove_prefix(std::min(part.size() + 1, word.size()));
  }
}

}  // namespace

std::string plain_word(std::string_view word) {
  if (is_ascii(word)) return std::string(word);
  std::string plain = composed(word);
  replace_all(plain, "\u2019", "'");
  replace_all(plain, "\u2010", "-");
  replace_all(plain, "\u2011", "-");
  return plain;
}

std::vector<std::string> parts_of_word(std::string_view word) {
  std::vector<std::string> pieces, parts;
  split(word, '-', pieces);
  for (const auto& piece : pieces) {
    const auto clitic = find_clitic(piece);
    if (clitic == piece.npos) {
      split(piece, '\'', parts);
    } else {
      parts.push_back(piece.substr(0, clitic));
      parts.push_back(piece.substr(clitic));
    }
  }
  return parts;
}

}  // namespace sonde
