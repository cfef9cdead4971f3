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

}  // namespace sonde
