// Contradictions between a variant and the rest of its sentence.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "formats/lexicons/word_lists.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/phrases.h"

namespace sonde {
namespace {

using WordSpan = std::span<const AuditSentence::Word>;

// The words of a sentence before, in and after the part that a rule changed.
struct Change {
  WordSpan before, old, made, after;
};

Change change_of(const AuditSentence& sentence, const AuditSentence& made) {
  const WordSpan old_words(sentence.words()), new_words(made.words());
  const auto same = [](const auto& a, const auto& b) { return a.lower == b.lower; };
  const std::size_t least = std::min(old_words.size(), new_words.size());
  const std::size_t begin = shared_start(sentence, made);
  std::size_t end = 0;
  while (end + begin < least &&
         same(old_words[old_words.size() - 1 - end], new_words[new_words.size() - 1 - end])) {
    ++end;
  }
  return {old_words.first(begin), old_words.subspan(begin, old_words.size() - begin - end),
          new_words.subspan(begin, new_words.size() - begin - end), old_words.last(end)};
}

bool has_word(WordSpan words, std::string_view word) {
  return std::ranges::find(words, word, &AuditSentence::Word::lower) != words.end();
}

bool is_content(std::string_view word) {
  return word.size() > 2 && !is_listed("function_words", word);
}

// "lock" and "locked", "soft" and "softer".
bool are_related(std::string_view one, std::string_view other) {
  constexpr std::size_t kLeast = 4;
  return std::min(one.size(), other.size()) >= kLeast &&
         (one.starts_with(other) || other.starts_with(one));
}

template <class Holds>
bool any_beside(const Change& change, const Holds& holds) {
  return std::ranges::any_of(change.before, holds) || std::ranges::any_of(change.after, holds);
}

// "alphabetically instead of by date": the sentence has the new word already.
bool repeats_new_word(const Change& change) {
  return std::ranges::any_of(change.made, [&](const auto& made) {
    return is_content(made.lower) && !has_word(change.old, made.lower) &&
           any_beside(change, [&](const auto& word) { return word.lower == made.lower; });
  });
}

// "is it locked? if not lock it", "warmer, maybe orange".
bool has_relative(const Change& change) {
  const auto goes_with = [&](const std::string& old) {
    return is_content(old) && any_beside(change, [&](const auto& word) {
             return are_related(old, word.lower) ||
                    is_audit_word("go with one alone", old + "=" + word.lower);
           });
  };
  return std::ranges::any_of(change.old, goes_with, &AuditSentence::Word::lower) ||
         std::ranges::any_of(change.made, [&](const auto& made) {
           return is_content(made.lower) && any_beside(change, [&](const auto& word) {
                    return are_related(made.lower, word.lower);
                  });
         });
}

bool any_listed(WordSpan words, std::string_view list) {
  return std::ranges::any_of(words,
                             [&](const auto& word) { return is_audit_word(list, word.lower); });
}

// "do you ship there and is it extra", "why is it late when it was sent".
bool asks_further(const Change& change) {
  for (std::size_t at = 0; at + 1 < change.after.size(); ++at) {
    const auto& word = change.after[at].lower;
    const auto& next = change.after[at + 1].lower;
    const bool indirect = !change.before.empty();  // "Do you see why ... when"
    if (has_word(change.made, word)) return true;  // "When was it sent when it was late?"
    if (indirect && is_audit_word("second clauses of questions", word)) return true;
    const bool clause = is_audit_word("request starts", next) || is_audit_word("asks", next) ||
                        is_audit_word("verb phrases", next);
    if ((word == "and" || word == "or") && clause) return true;
  }
  return false;
}

// Whether a comma after the change precedes such a word.
template <class Holds>
bool any_after_comma(const Change& change, const AuditSentence& sentence, const Holds& holds) {
  for (std::size_t i = 0; i < change.after.size(); ++i) {
    const std::size_t at = sentence.words().size() - change.after.size() + i;
    if (sentence.before(at) == "," && holds(change.after[i].lower)) return true;
  }
  return false;
}

bool begins_own_clause(std::string_view word) {
  return word == "and" || word == "thanks" || word == "you" || is_audit_word("determiner", word) ||
         is_audit_word("own reasons", word) || is_audit_word("contrasts", word);
}

// "Is parking validated, and for how long?", "Is there a lift, as I can't walk?"
bool adds_after_comma(const Change& change, const AuditSentence& sentence) {
  return any_after_comma(change, sentence, [](std::string_view word) {
    return word == "and" || word == "as" || word == "because" || word == "including";
  });
}

// "Cannot be set, the option is grey": the reason of the negation follows.
bool explains_negation(const Change& change, const AuditSentence& sentence,
                       const AuditSentence& made) {
  if (!sentence.has_negation() || made.has_negation() || change.after.empty()) return false;
  const bool list = has_word(change.after, "or") && !any_listed(change.after, "verb phrases");
  if (list) return false;  // "contains no milk, nuts or soya"
  if (any_listed(change.after, "inner clauses")) return true;
  return any_after_comma(change, sentence, begins_own_clause);
}

// "Undo that, it looks worse".
bool gives_reason_before(const Change& change, const AuditSentence& sentence) {
  for (std::size_t at = 1; at < change.before.size(); ++at) {
    const auto& word = sentence.words()[at].lower;
    const bool reason = word == "my" || is_audit_word("own reasons", word);
    if (reason && sentence.before(at) == ",") return true;
  }
  return false;
}

// "weakened, sparing the coast", "turn it down, it's hot", "turn it off and make it bigger", "still
// broken after the fix".
bool has_bound_clause(const Change& change, const AuditSentence& sentence) {
  if (any_listed(change.after, "bind opposites") || any_listed(change.before, "lasting states")) {
    return true;
  }
  if (gives_reason_before(change, sentence)) return true;
  const auto goes_on = [](std::string_view word) {  // "wash cold, and never iron it"
    return word == "and" || word == "or" || word == "even";
  };
  if (any_after_comma(change, sentence, [&](auto word) { return !goes_on(word); })) return true;
  bool joined = false;
  return std::ranges::any_of(change.after, [&](const auto& word) {
    const bool refers = joined && is_audit_word("refer to an object", word.lower);
    joined = joined || word.lower == "and" || word.lower == "then";
    return refers;
  });
}

// "How thick is it" and "how thin is it" request the same measure.
bool asks_degree(const Change& change) {
  return !change.before.empty() && change.before.back().lower == "how";
}

bool is_opposite(std::string_view kind) {
  return kind == "antonym" || kind == "comparison" || kind == "verb";
}

bool needs_new_words(std::string_view kind) {
  static constexpr std::array<std::string_view, 5> kKinds{"quantifier", "date", "modality",
                                                          "attribute", "number"};
  return is_opposite(kind) || std::ranges::find(kKinds, kind) != kKinds.end();
}

}  // namespace

bool may_contradict_rest(std::string_view kind) {
  return kind == "question" || kind == "negation" || needs_new_words(kind);
}

bool contradicts_rest(std::string_view kind, const AuditSentence& sentence,
                      const AuditSentence& made) {
  if (!may_contradict_rest(kind)) return false;
  const Change change = change_of(sentence, made);
  if (kind == "question") return asks_further(change) || adds_after_comma(change, sentence);
  if (kind == "negation") return explains_negation(change, sentence, made);
  if (repeats_new_word(change)) return true;
  if (kind == "attribute") return has_relative(change);
  return is_opposite(kind) &&
         (asks_degree(change) || has_relative(change) || has_bound_clause(change, sentence));
}

}  // namespace sonde
