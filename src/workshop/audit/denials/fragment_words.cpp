#include "workshop/audit/denials/fragment_words.h"

#include <algorithm>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/sentence_forms.h"

namespace sonde {
namespace {

bool is_participle(const RuleSources& sources, const std::string& word) {
  const auto base = sources.forms->base_of_past(word);
  return base && sources.forms->inflected(*base, VerbForm::kParticiple) == word;
}

bool is_preposition(std::string_view word) { return is_audit_word("before nouns", word); }

bool follows_adjective(std::string_view word) {
  return word == "$" || word == "," || word == "to" || word == "enough" || word == "so" ||
         word == "when" || (is_preposition(word) && word != "of");
}

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

// Not "greenhouse", which is a noun too, nor "wanted", which may be a verb.
bool is_sure_adjective(const std::string& word, const RuleSources& sources) {
  if (is_audit_word("sure adjectives", word) || is_audit_word("plain adjective", word)) return true;
  if (sources.forms->base_of_past(word)) return is_audit_word("participles of products", word);
  return !is_noun(sources, word);
}

// "the perfect gift for anyone who loves tea".
bool is_the_of_clause(const AuditSentence& sentence, std::size_t first) {
  if (first > 0 || sentence.words().front().lower != "the") return false;
  return std::ranges::any_of(sentence.words(), [](const auto& word) {
    return word.lower == "that" || word.lower == "which" || word.lower == "who";
  });
}

// "Store in a cool place", "Clean surfaces with a cloth".
bool may_be_order(const AuditSentence& sentence, std::size_t first, const RuleSources& sources) {
  const std::string& word = sentence.words()[first].lower;
  return sources.forms->is_base(word) && sentence.next_of(first) != "enough" &&
         (!is_adjective(sources, word) || is_audit_word("orders or adjectives", word));
}

}  // namespace

bool is_adjective(const RuleSources& sources, const std::string& word) {
  return sources.lexicon->has_form(word, WordKind::kAdjective) ||
         is_audit_word("participles of products", word);
}

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

std::size_t end_of_phrase(const AuditSentence& sentence, std::size_t first,
                          const RuleSources& sources) {
  std::size_t at = first + 1;
  for (; at < sentence.words().size() && sentence.is_joined(at - 1); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const bool participle = is_participle(sources, word) && is_preposition(sentence.next_of(at)) &&
                            is_noun(sources, sentence.words()[at - 1].lower);
    if (participle || word == "enough" || word == "than" || is_audit_word("after nouns", word)) {
      break;
    }
  }
  return at;
}

std::string denial_of(const AuditSentence& sentence, std::size_t first,
                      const RuleSources& sources) {
  const std::string& word = sentence.words()[first].lower;
  if (word == "a" || word == "an" || is_the_of_clause(sentence, first)) return "not ";
  if (is_before_noun(sources, word) && !is_adjective(sources, word)) return {};
  if (is_audit_word("determiner", word) || is_audit_word("after nouns", word)) return {};
  if (is_number(word) || is_audit_word("counts", word) || word.ends_with("ing") ||
      may_be_order(sentence, first, sources))
    return {};
  const std::size_t end = end_of_phrase(sentence, first, sources);
  const std::string next(sentence.next_of(end - 1));
  const std::string& last = sentence.words()[end - 1].lower;
  const bool noun = is_noun(sources, last);
  const bool adjective = is_adjective(sources, last);
  if (end == first + 1 && adjective) {
    return is_sure_adjective(word, sources) && follows_adjective(next) ? "not " : "";
  }
  if (is_participle(sources, word) && is_adjective(sources, word) && !noun) return "not ";
  const bool ambiguous = adjective && !is_audit_word("ambiguous nouns", last);
  if (!noun || ambiguous || sources.forms->base_of_third(word)) return {};
  const bool joined = word.find('-') != word.npos;  // "blunt-ended scissors"
  return joined || is_noun(sources, word) || is_adjective(sources, word) ? "no " : "";
}

}  // namespace sonde
