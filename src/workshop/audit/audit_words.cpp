#include "workshop/audit/audit_words.h"

#include <algorithm>

namespace sonde {

bool has_any_of(const AuditSentence& sentence, const WordSet& words) {
  return std::ranges::any_of(sentence.words(),
                             [&](const auto& word) { return words.contains(word.lower); });
}

bool begins_with_any(const AuditSentence& sentence, const WordSet& words) {
  return !sentence.words().empty() && words.contains(sentence.words().front().lower);
}

bool is_compound_adjective(std::string_view word) {
  const auto hyphen = word.rfind('-');
  return hyphen != word.npos && is_audit_word("adjective end", word.substr(hyphen + 1));
}

}  // namespace sonde
