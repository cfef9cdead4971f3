#include "workshop/language/parse/reading.h"

#include <algorithm>

namespace sonde {
namespace {

bool is_ascii_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::size_t Reading::end() const {
  std::size_t end = linkage_.words.size();
  const auto is_mark = [](const std::string& text) {
    return text.empty() || text.find_first_not_of(".!?") == text.npos;
  };
  while (end > 1 && is_mark(linkage_.words[end - 1].text)) --end;
  return end;
}

std::string_view Reading::word(std::size_t at) const {
  return at < linkage_.words.size() ? std::string_view(linkage_.words[at].text)
                                    : std::string_view();
}

std::string_view Reading::subscript(std::size_t at) const {
  return at < linkage_.words.size() ? std::string_view(linkage_.words[at].subscript)
                                    : std::string_view();
}

bool Reading::is_one_of(std::size_t at, std::initializer_list<std::string_view> words) const {
  return std::find(words.begin(), words.end(), word(at)) != words.end();
}

std::string Reading::text(WordRange words) const {
  if (words.empty()) return {};
  const std::size_t begin = linkage_.words[words.first].begin;
  return std::string(sentence_.substr(begin, linkage_.words[words.end - 1].end - begin));
}

std::string_view Reading::before() const { return sentence_.substr(0, linkage_.words[1].begin); }

std::string_view Reading::behind() const { return sentence_.substr(linkage_.words[end() - 1].end); }

bool Reading::begins_with_capital() const {
  return is_ascii_capital(sentence_[linkage_.words[1].begin]);
}

bool Reading::has_inner_marks(WordRange words) const {
  const std::string all = text(words);
  return all.find_first_of(",;:\"()[]{}`!?/") != all.npos || all.find("--") != all.npos ||
         all.find(" - ") != all.npos || all.find("''") != all.npos || all.find(" '") != all.npos;
}

std::string joined(std::initializer_list<std::string> parts) {
  std::string all;
  for (const auto& part : parts) {
    if (!part.empty()) all += (all.empty() ? "" : " ") + part;
  }
  return all;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string uncapitalised(std::string text) {
  if (!text.empty() && is_ascii_capital(text[0])) text[0] = static_cast<char>(text[0] + 32);
  return text;
}

}  // namespace sonde
