#include "workshop/audit/denials/fragment_words.h"

#include <algorithm>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"

namespace sonde {
namespace {

bool is_participle(const RuleSources& sources, const std::string& word) {
  const auto base = sources.forms->base_of_past(word);
  return base && sources.forms->inflected(*base, VerbForm::kParticiple) == word;
}

bool is_adjective(const RuleSources& sources, const std::string& word) {
  return sources.lexicon->has_form(word, WordKind::kAdjective) ||
         is_audit_word("participles of products", word);
}

bool is_preposition(std::string_view word) { return is_audit_word("before nouns", word); }

// A word before which a form of a verb is an adjective or a noun: "three shimmers".
bool is_before_noun(const RuleSources& sources, const std::string& word) {
  return is_audit_word("determiner", word) || is_number(word) || is_preposition(word) ||
         (sources.lexicon->has_form(word, WordKind::kAdjective) && !is_noun(sources, word));
}

// "a pair of gold hoops for": after "of" a form that is a noun too is not a verb.
bool is_after_of(const AuditSentence& sentence, std::size_t at) {
  for (std::size_t word = 1; word < at; ++word) {
    if (is_preposition(sentence.words()[word].lower)) return true;
  }
  return false;
}

// "a horse and its rider clear the fence".
bool is_after_and(const AuditSentence& sentence, std::size_t at) {
  for (std::size_t word = 1; word < at; ++word) {
    if (sentence.words()[word].lower == "and") return true;
  }
  return false;
}

// Whether a word may be the verb of a clause. `strict`: also after a noun and before a preposition.
bool may_be_verb(const AuditSentence& sentence, std::size_t at, bool strict,
                 const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (is_audit_word("verb phrases", word) || word == "may" || word == "might" || word == "am" ||
      word == "do" || word == "does" || word == "did" || word == "be" || word.ends_with("n't")) {
    return true;
  }
  const std::string before(sentence.before(at));
  if (is_before_noun(sources, before) || is_compound_adjective(before)) return false;
  const std::string next(sentence.next_of(at));
  const bool object = next != "that" && (is_audit_word("determiner", next) || is_number(next) ||
                                         next.ends_with("ly") || next == "it" || next == "them" ||
                                         next == "you" || is_audit_word("particles", next));
  const auto& forms = *sources.forms;
  const bool noun = is_noun(sources, word);
  if (forms.base_of_third(word)) return object || (strict && !(noun && is_after_of(sentence, at)));
  if (forms.is_base(word) && !is_preposition(word)) {
    const bool plural = before.ends_with('s');
    if (plural && at == 1) return true;
    const bool second = is_after_and(sentence, at);
    if (object) return strict || plural || second;
    return strict && (plural || (second && is_preposition(next)));
  }
  const auto base = forms.base_of_past(word);
  if (!base) return false;
  const bool same = forms.inflected(*base, VerbForm::kPast) == word;
  const bool joined = is_preposition(next) && !strict;
  return !is_participle(sources, word) || (!joined && same && !is_adjective(sources, word)) ||
         is_audit_word("determiner", next) || next == "it" || next == "them";
}

}  // namespace

bool has_verb(const AuditSentence& sentence, std::size_t first, bool strict,
              const RuleSources& sources) {
  for (std::size_t at = first; at < sentence.words().size(); ++at) {
    if (at > first && is_audit_word("clauses of nouns", sentence.words()[at].lower)) return false;
    if (at > 0 && may_be_verb(sentence, at, strict, sources)) return true;
  }
  return false;
}

bool has_verb_at(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  return may_be_verb(sentence, at, false, sources);
}

}  // namespace sonde
