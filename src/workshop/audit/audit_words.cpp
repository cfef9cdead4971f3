#include "workshop/audit/audit_words.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

using AuditLists = std::map<std::pair<std::string_view, std::string_view>, WordSet>;

const AuditLists& audit_lists() {
  static const AuditLists kLists = [] {
    AuditLists lists;
    for (const std::string_view language : {"en", "nl"}) {
      for (const auto& row : language_table(language, "audit_words", {"list", "words"})) {
        const auto words = listed_words(row[1]);
        lists[{language, row[0]}] = WordSet(words.begin(), words.end());
      }
    }
    return lists;
  }();
  return kLists;
}

}  // namespace

const WordSet& audit_words(std::string_view language, std::string_view list) {
  const auto found = audit_lists().find({language, list});
  if (found != audit_lists().end()) return found->second;
  throw usage_error("data/language/" + std::string(language) + "/audit_words.tsv has no list '" +
                    std::string(list) + "'");
}

bool has_any_of(const AuditSentence& sentence, const WordSet& words) {
  return std::ranges::any_of(sentence.words(),
                             [&](const auto& word) { return words.contains(word.lower); });
}

bool begins_with_any(const AuditSentence& sentence, const WordSet& words) {
  return !sentence.words().empty() && words.contains(sentence.words().front().lower);
}

}  // namespace sonde
