#include "workshop/labellers/sentence_phrase.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "text/sentences.h"
#include "text/unicode.h"

namespace sonde {
namespace {

bool belongs_to_word(char32_t c) { return is_letter(c) || is_mark(c) || is_digit(c); }

// A text's characters without white space, in lower case, and the source of each of their bytes.
struct FoldedText {
  explicit FoldedText(std::string_view text) {
    bool in_word = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      const char32_t c = next_code_point(text, at);
      const bool is_word = belongs_to_word(c);
      if (!is_space(c)) {
        const std::string folded =
            c == U'\u2019' ? "'" : lower_case(text.substr(begin, at - begin));
        bytes += folded;
        begins.resize(bytes.size(), begin);
        ends.resize(bytes.size(), at);
        starts_word.resize(bytes.size(), is_word && !in_word);
        goes_on.resize(bytes.size(), is_word && in_word);
      }
      in_word = is_word;
    }
  }

  std::string bytes;
  std::vector<std::size_t> begins, ends;   // character's range in the text, per byte
  std::vector<bool> starts_word, goes_on;  // whether it is a word's first, or a later one
};

// Drops characters other than letters or digits at its ends.
std::string_view core_of(std::string_view text) {
  std::size_t first = text.size(), end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (!belongs_to_word(next_code_point(text, at))) continue;
    if (first == text.size()) first = begin;
    end = at;
  }
  return end == 0 ? std::string_view() : text.substr(first, end - first);
}

}  // namespace

std::optional<std::string> phrase_in(std::string_view sentence, std::string_view phrase) {
  const FoldedText text(sentence), wanted(core_of(phrase));
  if (wanted.bytes.empty()) return std::nullopt;
  std::size_t at = text.bytes.find(wanted.bytes);
  for (; at != text.bytes.npos; at = text.bytes.find(wanted.bytes, at + 1)) {
    const std::size_t last = at + wanted.bytes.size() - 1;
    const bool ends = last + 1 == text.bytes.size() || !text.goes_on[last + 1];
    // "cats can" is not "cat scan".
    const auto words = text.starts_word.begin() + static_cast<std::ptrdiff_t>(at);
    if (!ends || !std::equal(wanted.starts_word.begin(), wanted.starts_word.end(), words)) continue;
    const std::size_t begin = text.begins[at];
    return spaced_once(sentence.substr(begin, text.ends[last] - begin));
  }
  return std::nullopt;
}

}  // namespace sonde
