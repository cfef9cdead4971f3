#include "workshop/language/edits/edited_clause.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sonde {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

bool ends_as_sentence(std::string_view text) {
  const auto end = text.find_last_not_of(" \"'");
  return end != text.npos && std::string_view(".!?").find(text[end]) != std::string_view::npos;
}

std::string_view EditedClause::word(std::size_t at) const {
  return at < linkage_.words.size() ? std::string_view(linkage_.words[at].text)
                                    : std::string_view();
}

bool EditedClause::is_tagged_past(std::size_t at) const {
  return linkage_.words[at].subscript.ends_with("-d");
}

bool EditedClause::is_unmarked() const {
  const auto first = sentence_.find_first_not_of(" \"'");
  const bool capital = first != sentence_.npos && is_capital(sentence_[first]);
  return !capital && !ends_as_sentence();
}

void EditedClause::replace(std::size_t at, std::string text) {
  edits_.push_back({linkage_.words[at].begin, linkage_.words[at].end, std::move(text)});
}

void EditedClause::replace_end(std::size_t at, std::size_t kept, std::string text) {
  edits_.push_back({linkage_.words[at].begin + kept, linkage_.words[at].end, std::move(text)});
}

void EditedClause::append(std::size_t at, const std::string& text) {
  edits_.push_back({linkage_.words[at].end, linkage_.words[at].end, text});
}

void EditedClause::insert_before(std::size_t at, const std::string& text) {
  edits_.push_back({linkage_.words[at].begin, linkage_.words[at].begin, text + " "});
}

void EditedClause::insert_do_not(std::size_t at) {
  const std::size_t begin = linkage_.words[at].begin;
  const char first = begin < sentence_.size() ? sentence_[begin] : ' ';
  const std::string support = contract_ ? "on't" : "o not";
  if (!is_capital(first)) return insert_before(at, "d" + support);
  const char lower = static_cast<char>(first - 'A' + 'a');
  edits_.push_back({begin, begin + 1, "D" + support + " " + lower});
}

void EditedClause::remove(std::size_t at) {
  const std::size_t begin = linkage_.words[at].begin;
  const std::size_t next = std::min(linkage_.words[at].end + 1, sentence_.size());
  const std::size_t rest = sentence_.find_first_not_of(' ', next);
  if (rest == sentence_.npos) return edits_.push_back({begin, sentence_.size(), ""});
  const bool capital =
      is_capital(sentence_[begin]) && sentence_[rest] >= 'a' && sentence_[rest] <= 'z';
  if (!capital) return edits_.push_back({begin, rest, ""});
  edits_.push_back(
      {begin, rest + 1, std::string(1, static_cast<char>(sentence_[rest] - 'a' + 'A'))});
}

std::string EditedClause::text() const {
  // From the end, so that places stay. A replacement of a word goes before an insertion before it.
  std::vector<Edit> edits = edits_;
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.begin, a.end) > std::tie(b.begin, b.end);
  });
  std::string text(sentence_);
  for (const auto& edit : edits) text.replace(edit.begin, edit.end - edit.begin, edit.text);
  return text;
}

}  // namespace sonde
