// The fallback of the rule `negation` for a text that begins with its verb: "Removes limescale".
#include <algorithm>
#include <string>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"

namespace sonde {
namespace {

// "Fits", not "hands".
bool is_sure_verb_of_product(const std::string& verb, const RuleSources& sources) {
  const auto base = sources.forms->base_of_third(verb);
  return base && (is_audit_word("verbs of products", verb) || sources.forms->is_only_verb(*base));
}

// "Removes limescale", "tastes like honey": no plural noun.
bool is_verb_of_headline(const AuditSentence& sentence, std::size_t at,
                         const RuleSources& sources) {
  const std::string& verb = sentence.words()[at].lower;
  const auto base = sources.forms->base_of_third(verb);
  const auto next = sentence.next_of(at);
  if (!base || verb == "seems" || verb == "thanks" ||
      ((verb == "turns" || verb == "looks" || verb == "sounds") &&
       (next == "out" || next == "like")) ||
      is_relative(sentence, at + 1, sources))
    return false;
  const bool goes_on = (may_follow_verb(next) && next != "in" && next != "to" && next != "on") ||
                       is_audit_word("determiner", next) || next.ends_with("ly") ||
                       next == "like" || next == "you" || next == "well";
  return goes_on || is_sure_verb_of_product(verb, sources);
}

// A headline with its list under the negation: "removes dust and hair" -> "removes dust or hair".
// Empty for further verbs: "removes dust and adds shine".
std::string with_list(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    if (before == "," && is_verb_of_headline(sentence, at, sources)) return {};
    if (before == "and" && (may_be_finite_after_and(sentence, at, sources) ||
                            sources.forms->base_of_third(sentence.words()[at].lower))) {
      return {};
    }
  }
  return with_alternatives(sentence);
}

}  // namespace

Outcome negated_headline(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& verb = sentence.words().front().lower;
  const auto base = sources.forms->base_of_third(verb);
  if (!is_verb_of_headline(sentence, 0, sources) || !is_sure_verb_of_product(verb, sources)) {
    return not_eligible("no verb at the beginning");
  }
  const bool counts = std::ranges::any_of(sentence.words(), [](const auto& word) {
    return is_number(word.lower) || word.lower == "one";
  });
  if (counts) return refused("a number");  // "contains one jacket"
  const std::string made =
      with_list(AuditSentence(sentence.with_words(0, 0, "does not " + *base)), sources);
  if (made.empty()) return refused("several lists or verbs");
  return {true, made, {}, verb + " -> does not " + *base};
}

}  // namespace sonde
