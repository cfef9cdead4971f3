#pragma once

#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/audit/sentence.h"

namespace sonde {

// A list of data/language/LANGUAGE/audit_words.tsv ("en" or "nl"). Any thread may call. Errors:
// kUsage for an unknown list.
inline const WordSet& audit_words(std::string_view language, std::string_view list) {
  return word_set(language, list, "audit_words");
}

inline bool is_audit_word(std::string_view list, std::string_view word) {
  return audit_words("en", list).contains(word);
}

// Whether a sentence has, or begins with, a word of a list.
bool has_any_of(const AuditSentence& sentence, const WordSet& words);
bool begins_with_any(const AuditSentence& sentence, const WordSet& words);

// "fragrance-free", "two-story".
bool is_compound_adjective(std::string_view word);

}  // namespace sonde
