#include "workshop/audit/denials/clauses.h"

#include <algorithm>

#include "workshop/audit/audit_words.h"

namespace sonde {

bool has_article(const AuditSentence& sentence) {
  return sentence.words().front().lower == "a" || sentence.words().front().lower == "an";
}

bool is_noun(const RuleSources& sources, std::string_view word) {
  return sources.lexicon->has_form(word, WordKind::kNoun);
}

bool may_be_finite_after_and(const AuditSentence& sentence, std::size_t at,
                             const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (is_audit_word("verb phrases", word) || word == "may" || word == "might") return true;
  const bool third = sources.forms->base_of_third(word).has_value();
  if (!sources.forms->base_of_past(word) && !third) return false;
  const bool after_adverb = at > 1 && sentence.before(at - 1).ends_with("ly");
  if (third && after_adverb) return true;  // "catches it nicely and feels right"
  if (!is_noun(sources, word) || is_audit_word("verbs of products", word)) return true;
  return sentence.is_joined(at) &&  // "and displays F21"
         (may_follow_verb(sentence.next_of(at)) || sentence.is_capital(at + 1));
}

std::string with_no_after_there(const std::string& text) {
  const AuditSentence made(text);
  const std::string& first = made.words().front().lower;
  const std::size_t at = first == "there's" ? 1 : 2;
  if ((first != "there" && at == 2) || made.words().size() < at + 3) return text;
  if (made.words()[at].lower != "not") return text;
  const auto& next = made.words()[at + 1].lower;
  const bool article = next == "a" || next == "an";
  return made.with_words(at, article ? at + 1 : at, "no");
}

bool is_in_inner_clause(const AuditSentence& sentence, std::size_t place) {
  for (std::size_t at = 0; at < place; ++at) {
    if (is_audit_word("inner clauses", sentence.words()[at].lower)) return true;
  }
  return false;
}

bool is_do_form(std::string_view word) { return word == "do" || word == "does" || word == "did"; }

bool is_relative(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  if (at >= sentence.words().size()) return false;
  const std::string& word = sentence.words()[at].lower;
  if (word != "that" && word != "which" && word != "who") return false;
  if (has_any_of(sentence, audit_words("en", "evaluations"))) return false;
  const auto before = sentence.before(at);
  if (before == "note") return false;
  if (before == ",") return word != "that";
  return before != "^" && is_noun(sources, before) && !sources.forms->is_only_verb(before);
}

std::size_t subject_head(const AuditSentence& sentence, std::size_t verb) {
  for (std::size_t at = 1; at < verb; ++at) {
    const std::string& word = sentence.words()[at].lower;
    const bool describes = is_audit_word("before nouns", word) ||
                           is_audit_word("clauses of nouns", word) ||
                           (word.size() > 4 && word.ends_with("ing")) ||
                           is_audit_word("verb phrases", word) || sentence.before(at) == ",";
    if (describes) return at - 1;
  }
  return verb - 1;
}

bool is_agent(const RuleSources& sources, std::string_view noun) {
  if (is_audit_word("groups of things", noun)) return false;  // "a pair of boots"
  if (is_audit_word("machines", noun)) return false;  // "reader": WordNet has the person first
  const auto category =
      sources.lexicon->category(sources.lexicon->base_of(noun, WordKind::kNoun), WordKind::kNoun);
  return category == Category::kNounPerson || category == Category::kNounAnimal ||
         category == Category::kNounGroup;
}

bool is_agent_before(const AuditSentence& sentence, std::size_t verb, const RuleSources& sources) {
  return is_agent(sources, sentence.words()[subject_head(sentence, verb)].lower);
}

bool is_of_caption(const AuditSentence& sentence) {
  const std::string& first = sentence.words().front().lower;
  return has_article(sentence) || is_number(first) || !is_audit_word("determiner", first);
}

bool has_contrast(const AuditSentence& sentence) {
  return has_any_of(sentence, audit_words("en", "contrasts of clauses")) || sentence.has("so") ||
         sentence.has("then");
}

std::string with_alternatives(const AuditSentence& sentence) {
  const auto is_and = [](const auto& word) { return word.lower == "and"; };
  const auto& words = sentence.words();
  if (std::ranges::count_if(words, is_and) > 1) return {};
  const auto found = std::ranges::find_if(words, is_and);
  if (found == words.end()) return sentence.text();
  const auto at = static_cast<std::size_t>(found - words.begin());
  return sentence.with_words(at, at, "or");
}

std::string with_or_before_article(const std::string& text) {
  const AuditSentence sentence(text);
  if (sentence.has("between") || sentence.has("both")) return text;
  if (sentence.has_comma()) {  // "guitar, bass and banjo"
    const std::string list = with_alternatives(sentence);
    return list.empty() ? text : list;
  }
  std::size_t found = 0;
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower != "and") continue;
    const auto next = sentence.next_of(at);
    if (found > 0 || (next != "a" && next != "an")) return text;
    found = at;
  }
  return found > 0 ? sentence.with_words(found, found, "or") : text;
}

}  // namespace sonde
