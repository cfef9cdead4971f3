#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "workshop/audit/sentence.h"
#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// A condition around a phrase for a rule to apply. See data/language/en/phrases.tsv.
struct PhraseCondition {
  enum class Of {
    kNext,
    kSecondNext,
    kThirdNext,
    kPrevious,
    kSecondPrevious,
    kFirst,
    kLast,
    kRest,
    kSentence
  };
  enum class Is { kOneOf, kNoneOf, kEndsIn };
  Of of = Of::kNext;
  Is is = Is::kOneOf;
  std::vector<std::string> words{};
};

// A rule that replaces a phrase by another: a row of data/language/en/phrases.tsv.
struct Phrase {
  std::string kind;
  // Lower case. With a "*", which is one or more words, the phrase is the whole sentence.
  std::vector<std::string> words;
  std::string replacement;  // a "*" takes the words of the phrase's
  std::vector<PhraseCondition> conditions;
  std::string example, result;  // its test
  std::size_t line = 0;         // in the file
};

// The first place at which a rule applies: its text, or none.
Outcome apply_phrase(const Phrase& phrase, const AuditSentence& sentence);

// Whether the rest of a sentence goes with the words alone that a rule of a kind replaced, so that
// the variant contradicts itself.
bool contradicts_rest(std::string_view kind, const AuditSentence& sentence,
                      const AuditSentence& made);
// Whether a rule of a kind can make such a variant at all.
bool may_contradict_rest(std::string_view kind);

class PhraseTable {
 public:
  inline static const LanguageColumns kColumns = {"kind",      "phrase",  "replacement",
                                                  "condition", "example", "result"};
  // Errors: kInput with file:line for an unknown condition.
  explicit PhraseTable(std::span<const LanguageRow> rows);

  const std::vector<Phrase>& phrases() const { return phrases_; }
  // Applies one of the matching rules of a kind, chosen by the key. Longer phrases come before
  // those that they contain.
  Outcome apply(std::string_view kind, const AuditSentence& sentence, std::uint64_t key) const;

 private:
  std::vector<Phrase> phrases_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_kind_;
};

}  // namespace sonde
