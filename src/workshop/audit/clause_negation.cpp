// The fallbacks of the rule `negation`: the main clause by its parse, or another clause by its
// words.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/phrases.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

bool is_plain_clause(const AuditSentence& sentence) {
  return sentence.is_single() && !has_any_of(sentence, audit_words("en", "contrasts"));
}

bool is_noun(const RuleSources& sources, std::string_view word) {
  const std::string base = sources.lexicon->base_of(std::string(word), WordKind::kNoun);
  return sources.lexicon->has(base, WordKind::kNoun);
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

// "Do not send it and copy in Priya" leaves open whether she is copied in, and "Do not send it,
// it's wrong" has a reason for the opposite.
bool joins_commands(const AuditSentence& sentence, const RuleSources& sources) {
  if (!sources.forms->is_base(sentence.words()[first_of_command(sentence)].lower)) return false;
  if (is_condition(sentence, sources)) return true;
  if (has_any_of(sentence, audit_words("en", "of small steps"))) return true;  // "a bit"
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    const std::string& word = sentence.words()[at].lower;
    const bool joined = before == "and" || before == "or" || before == "then";
    if (joined && sources.forms->is_base(word)) return true;
    if (word == "because" || word == "since" ||
        (before == "," && is_audit_word("own reasons", word)))
      return true;
  }
  return false;
}

// Whether a place comes after a word that begins an inner clause: "when it counts".
bool is_in_inner_clause(const AuditSentence& sentence, std::size_t place) {
  for (std::size_t at = 0; at < place; ++at) {
    if (is_audit_word("inner clauses", sentence.words()[at].lower)) return true;
  }
  return false;
}

// "He did not come, looked at it": a further verb of the same subject.
bool shares_subject(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    const bool joined = before == "and" || before == "or" || before == "," || before == "then";
    const bool base = sources.forms->is_base(sentence.words()[at].lower) &&
                      may_follow_verb(sentence.next_of(at));  // "sand it, and repair it"
    if (joined && (base || may_be_finite_after_and(sentence, at, sources))) return true;
  }
  return false;
}

bool asks(const AuditSentence& sentence) {
  return sentence.is_question() || sentence.asks_whether() ||
         begins_with_any(sentence, audit_words("en", "asks"));
}

// Doubts about any clause of a sentence.
std::string_view why_no_denial(const AuditSentence& sentence, const RuleSources& sources) {
  if (asks(sentence)) return "a question";
  if (begins_with_any(sentence, audit_words("en", "quantities"))) return "some of many";
  if (has_any_of(sentence, audit_words("en", "against any negation"))) {
    return "a word that a negation does not go with";
  }
  if (has_result(sentence)) return "a result of the clause";
  if (has_own_clause_after_and(sentence)) return "another subject";
  return shares_subject(sentence, sources) ? "verbs that share a subject" : std::string_view();
}

// Doubts about the main clause besides.
std::string_view why_not_denied(const AuditSentence& sentence, const RuleSources& sources) {
  constexpr std::size_t kMostWords = 40;
  if (begins_with_any(sentence, audit_words("en", "request starts"))) return "a question";
  if (sentence.words().size() > kMostWords) return "a long sentence";
  if (!is_plain_clause(sentence)) return "a contrast";
  if (is_audit_word("inner clauses", sentence.words().front().lower)) {
    return "a reason or condition";
  }
  if (joins_commands(sentence, sources)) return "verbs that share a subject";
  return why_no_denial(sentence, sources);
}

bool is_do_form(std::string_view word) { return word == "do" || word == "does" || word == "did"; }

// "A crane silhouetted against the sky".
bool is_participle_of_caption(const AuditSentence& sentence, std::size_t at) {
  const auto next = sentence.next_of(at);
  const bool title = sentence.text().size() == sentence.words().back().end ||
                     is_audit_word("articles", sentence.words().front().lower);
  return at > 0 && title && sentence.words()[at].lower.ends_with("ed") &&
         (next == "$" || is_audit_word("before nouns", next) ||
          (next != "that" && is_audit_word("after nouns", next)));  // "turned inside out"
}

// "A crane silhouetted", "when it rains", "an overturned trolley", "has pushed".
bool is_other_than_finite(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  const std::string& verb = sentence.words()[at].lower;
  const bool perfect = verb == "has" || verb == "have" || verb == "had";
  return is_participle_of_caption(sentence, at) || is_in_inner_clause(sentence, at) ||
         is_audit_word("determiner", sentence.before(at)) ||
         (perfect && sources.forms->base_of_past(sentence.next_of(at)).has_value());
}

// Whether the verb after a new "do", "does" or "did" is sure. Some commands have no prohibition.
bool is_sure_denial(const AuditSentence& sentence, const AuditSentence& made,
                    const RuleSources& sources) {
  const std::size_t at = shared_start(sentence, made);
  if (at == sentence.words().size() || at == made.words().size()) return false;
  if (!is_do_form(made.words()[at].lower)) return true;
  const std::string& verb = sentence.words()[at].lower;
  const std::size_t first = first_of_command(sentence);
  if (is_other_than_finite(sentence, at, sources)) return false;
  if (at > first) return is_sure_verb(sentence, at, sources);
  return !is_audit_word("against prohibition", verb) && sources.forms->is_base(verb) &&
         (may_follow_verb(sentence.next_of(at)) || sources.forms->is_only_verb(verb));
}

// A verb of a clause that is known by the words before it.
struct ClauseVerb {
  std::size_t at = 0;
  bool plural = false;  // its subject
};

bool begins_clause(std::string_view before) {
  return before == "^" || is_audit_word("before a clause", before);
}

// "the case that", "a lamp which": the noun before a relative pronoun. "A gentle wash that does not
// clean" would contradict its praise.
bool is_relative(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (word != "that" && word != "which" && word != "who") return false;
  if (has_any_of(sentence, audit_words("en", "evaluations"))) return false;
  const auto before = sentence.before(at);
  if (before == "note") return false;
  if (before == ",") return word != "that";
  return before != "^" && is_noun(sources, before) && !sources.forms->is_only_verb(before);
}

// Whether the word is the whole subject of a clause.
bool is_subject(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (is_relative(sentence, at, sources)) return true;
  const auto before = sentence.before(at);
  if (word == "he" || word == "she" || word == "they" || word == "we" || word == "i") {
    return before != "as" && before != "than";
  }
  if (word == "this" || word == "these" || word == "those") {
    return is_audit_word("verb phrases", sentence.next_of(at));
  }
  return (word == "it" || word == "you") && begins_clause(before);
}

bool is_plural(std::string_view word) {
  return word == "they" || word == "we" || word == "you" || word == "i" ||
         (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss"));
}

// Whether an auxiliary may take "not" after it.
bool is_open_auxiliary(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  const auto next = sentence.next_of(at);
  if (word == "could" && next == "do") return false;  // "could do with"
  if (!is_audit_word("verb phrases", word) || next == "$" ||
      is_audit_word("after verbs of denial", next)) {
    return false;
  }
  if (word == "has" || word == "have" || word == "had") {  // "has a clock" takes "does"
    return next == "been" || (sources.forms->base_of_past(next) && !is_noun(sources, next));
  }
  return true;
}

std::string with_not(const AuditSentence& sentence, std::size_t at) {
  const std::string& word = sentence.words()[at].lower;
  const std::string written(sentence.written(at));
  return sentence.with_words(at, at, written + (word == "can" ? "not" : " not"));
}

// "fits" -> "does not fit". Empty for another verb.
std::string supported(const AuditSentence& sentence, const ClauseVerb& verb,
                      const RuleSources& sources) {
  const std::string& word = sentence.words()[verb.at].lower;
  const auto& forms = *sources.forms;
  if (const auto third = forms.base_of_third(word); third && !verb.plural) {
    return "does not " + (word == "has" ? "have" : *third);
  }
  if (const auto past = forms.base_of_past(word)) return "did not " + *past;
  const bool base = verb.plural && forms.is_base(word) && !is_audit_word("inner adverbs", word);
  return base ? "do not " + word : std::string();
}

Outcome negated_at(const AuditSentence& sentence, std::size_t subject, const RuleSources& sources) {
  const std::size_t at = subject + 1;
  const std::string& word = sentence.words()[at].lower;
  if (sentence.before(subject) == "what") return refused("a clause that is an object");
  if (is_open_auxiliary(sentence, at, sources)) {
    return {true, with_not(sentence, at), {}, word + " -> " + word + " not"};
  }
  if (is_audit_word("verb phrases", word) || is_do_form(word) || word == "may" || word == "might") {
    return refused("an auxiliary with another word");
  }
  const std::string& owner = sentence.words()[subject].lower;
  const bool relative = owner == "that" || owner == "which" || owner == "who";
  const bool plural = is_plural(relative ? sentence.before(subject) : std::string_view(owner));
  std::string made = supported(sentence, {at, plural}, sources);
  if (made.empty()) return refused("no sure verb");
  return {true, sentence.with_words(at, at, made), {}, word + " -> " + made};
}

// "The lid is shut", "all the lamps can be dimmed": a noun before an auxiliary.
bool is_noun_before_auxiliary(const AuditSentence& sentence, std::size_t at,
                              const RuleSources& sources) {
  const std::string& word = sentence.words()[at + 1].lower;
  const bool modal = word == "can" || word == "will";  // nouns too
  const auto after = sentence.next_of(at + 1);
  return is_noun(sources, sentence.words()[at].lower) && (!modal || sentence.before(at) != "^") &&
         is_open_auxiliary(sentence, at + 1, sources) && (!modal || sources.forms->is_base(after));
}

// "nuts, milk and soya" -> "nuts, milk or soya" under a negation. Empty for several "and".
std::string with_alternatives(const AuditSentence& sentence) {
  const auto is_and = [](const auto& word) { return word.lower == "and"; };
  const auto& words = sentence.words();
  if (std::ranges::count_if(words, is_and) > 1) return {};
  const auto found = std::ranges::find_if(words, is_and);
  if (found == words.end()) return sentence.text();
  const auto at = static_cast<std::size_t>(found - words.begin());
  return sentence.with_words(at, at, "or");
}

// "Features a lamp" -> "Does not feature a lamp".
Outcome negated_headline(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& verb = sentence.words().front().lower;
  const auto base = sources.forms->base_of_third(verb);
  if (!base || !is_audit_word("verbs of products", verb)) {
    return not_eligible("no verb at the beginning");
  }
  std::string made = sentence.with_words(0, 0, "does not " + *base);
  if (sentence.has_comma()) made = with_alternatives(AuditSentence(made));
  if (made.empty()) return refused("several lists");
  return {true, made, {}, verb + " -> does not " + *base};
}

// "Mouse pointer disappears on it": a singular noun before a verb in the third person.
bool is_noun_before_third(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  const std::string& noun = sentence.words()[at].lower;
  const std::string& verb = sentence.words()[at + 1].lower;
  const auto base = sources.forms->base_of_third(verb);
  const bool joins = is_audit_word("before nouns", noun);  // "sold in pairs"
  if (!base || joins || noun.ends_with('s') || !is_noun(sources, noun)) return false;
  const bool sure = (sources.forms->is_only_verb(*base) && !is_noun(sources, verb)) ||
                    is_audit_word("verbs of products", verb);
  const auto next = sentence.next_of(at + 1);
  const bool goes_on = is_audit_word("determiner", next) || is_audit_word("before nouns", next) ||
                       may_follow_verb(next) || next.ends_with("ly") || next == "$";
  return sure && goes_on;
}

Outcome denied_by_words(const AuditSentence& sentence, const RuleSources& sources) {
  if (Outcome made = negated_headline(sentence, sources); !made.text.empty()) return made;
  for (std::size_t at = 0; at + 1 < sentence.words().size(); ++at) {
    if (!sentence.is_joined(at)) continue;
    if (is_in_inner_clause(sentence, at + 1)) break;
    if (!is_subject(sentence, at, sources) && !is_noun_before_auxiliary(sentence, at, sources) &&
        !is_noun_before_third(sentence, at, sources)) {
      continue;
    }
    Outcome made = negated_at(sentence, at, sources);
    if (!made.text.empty()) return made;
  }
  return not_eligible("no clause whose verb is sure");
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kDenials{
    {{"won't", "will"},
     {"can't", "can"},
     {"cannot", "can"},
     {"isn't", "is"},
     {"aren't", "are"},
     {"wasn't", "was"},
     {"weren't", "were"},
     {"hasn't", "has"},
     {"haven't", "have"},
     {"hadn't", "had"},
     {"couldn't", "could"},
     {"wouldn't", "would"},
     {"shouldn't", "should"},
     {"mustn't", "must"},
     {"cant", "can"}}};

// The verb without "does not" or "didn't". Empty if it is not sure.
std::string unsupported(std::string_view support, const std::string& verb,
                        const RuleSources& sources) {
  if (!sources.forms->is_base(verb)) return {};
  if (support.starts_with("does")) {
    return sources.forms->inflected(verb, VerbForm::kThird).value_or("");
  }
  if (support.starts_with("did")) {
    return sources.forms->inflected(verb, VerbForm::kPast).value_or("");
  }
  return verb;
}

// The negation at a word is taken away.
Outcome affirmed_at(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  const auto denial =
      std::ranges::find_if(kDenials, [&](const auto& one) { return one.first == word; });
  if (denial != kDenials.end()) {
    return {true,
            sentence.with_words(at, at, std::string(denial->second)),
            {},
            word + " -> " + std::string(denial->second)};
  }
  const bool apart = is_do_form(word) && sentence.next_of(at) == "not";
  const bool support = apart || word == "don't" || word == "doesn't" || word == "didn't";
  const std::size_t verb = at + (apart ? 2U : 1U);
  if (word == "never" && at > 0 && sentence.is_joined(at) && sentence.next_of(at) != "mind") {
    return {true,
            sentence.with_words(at, at + 1, std::string(sentence.written(at + 1))),
            {},
            "never ->"};
  }
  if (support && verb < sentence.words().size() && sentence.is_joined(verb - 1)) {
    const std::string made = unsupported(word, sentence.words()[verb].lower, sources);
    if (made.empty()) return refused("no sure verb");
    return {true, sentence.with_words(at, verb, made), {}, word + " ... -> " + made};
  }
  const bool ends = at + 1 < sentence.words().size() && sentence.next_of(at + 1) == "$";
  if (sentence.next_of(at) != "not" || ends || !is_audit_word("verb phrases", word)) {
    return not_eligible("no negation");
  }
  return {true, sentence.with_words(at, at + 1, word), {}, word + " not -> " + word};
}

bool has_one_negation(const AuditSentence& sentence) {
  const auto is_negation = [](const auto& word) {
    return word.lower.ends_with("n't") || word.lower == "not" || word.lower == "cannot" ||
           word.lower == "cant" || word.lower == "never";
  };
  return std::ranges::count_if(sentence.words(), is_negation) == 1;
}

// "Skip it and don't play it", "peels off and won't stick": the second would contradict the first.
bool denies_after_first(const AuditSentence& sentence, std::size_t at) {
  const auto before = sentence.before(at);
  const std::string& word = sentence.words()[at].lower;
  const bool command = word == "don't" || word == "never";
  return before == "and" || ((before == "or" || before == ",") && command);
}

Outcome affirmed_by_words(const AuditSentence& sentence, const RuleSources& sources) {
  if (sentence.is_question() || sentence.asks_whether()) return not_eligible("a question");
  if (!has_one_negation(sentence) || !sentence.is_single()) {
    return not_eligible("no negation, or several");
  }
  if (has_any_of(sentence, audit_words("en", "against an affirmation"))) {
    return refused("a word that goes with negations alone");
  }
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    if (is_in_inner_clause(sentence, at) || denies_after_first(sentence, at)) break;
    Outcome made = affirmed_at(sentence, at, sources);
    if (made.text.empty()) continue;
    const bool explained = contradicts_rest("negation", sentence, AuditSentence(made.text));
    return explained ? refused("a clause that explains the negation") : made;
  }
  return not_eligible("no negation of a verb");
}

}  // namespace

Outcome surely_negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  if (const auto why = why_not_denied(sentence, sources); !why.empty()) return not_eligible(why);
  const Negation made = sources.negator->negate(sentence.text());
  const auto* negation = std::get_if<Negated>(&made);
  if (negation == nullptr) return refused(reason(std::get<Refusal>(made)));
  if (!is_sure_denial(sentence, AuditSentence(negation->text), sources)) {
    return refused("the verb may be a noun or a participle");
  }
  return {true, negation->text, {}, "negated by its parse"};
}

Outcome negated_by_words(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (sentence.words().empty() || has_any_of(sentence, audit_words("en", "contrasts of clauses")))
    return not_eligible("a contrast");
  if (sentence.has_negation()) return affirmed_by_words(sentence, tools.sources());
  const auto& sources = tools.sources();
  if (is_number(sentence.words().front().lower)) return not_eligible("some of many");
  if (const auto why = why_no_denial(sentence, sources); !why.empty()) return not_eligible(why);
  return denied_by_words(sentence, sources);
}

}  // namespace sonde
