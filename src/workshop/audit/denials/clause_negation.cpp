// The fallbacks of the rule `negation`: the main clause by its parse, or another clause by its
// words.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/phrases.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

bool joins_commands(const AuditSentence& sentence, const RuleSources& sources) {
  if (!sources.forms->is_base(sentence.words()[first_of_command(sentence)].lower)) return false;
  if (is_condition(sentence, sources)) return true;
  if (has_any_of(sentence, audit_words("en", "of small steps"))) return true;  // "a bit"
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    const std::string& word = sentence.words()[at].lower;
    const bool joined = before == "and" || before == "or" || before == "then";
    if (word == "then" || (joined && sources.forms->is_base(word))) return true;
    if (word == "because" || word == "since" || (before == "in" && word == "case") ||
        (before == "," && is_audit_word("own reasons", word)))
      return true;
  }
  return false;
}

namespace {

bool is_plain_clause(const AuditSentence& sentence) {
  return sentence.is_single() && !has_any_of(sentence, audit_words("en", "contrasts"));
}

// "He did not come, looked at it": a further verb of the same subject.
bool shares_subject(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    const bool joined = before == "and" || before == "or" || before == "," || before == "then";
    const bool base = sources.forms->is_base(sentence.words()[at].lower) &&
                      may_follow_verb(sentence.next_of(at));  // "sand it, and repair it"
    const bool third = sources.forms->base_of_third(sentence.words()[at].lower) &&
                       is_audit_word("before nouns", sentence.next_of(at));  // "and settles into"
    if (joined && (base || third || may_be_finite_after_and(sentence, at, sources))) return true;
  }
  return false;
}

bool asks(const AuditSentence& sentence) {
  return sentence.text().find('?') != std::string::npos || sentence.asks_whether() ||
         begins_with_any(sentence, audit_words("en", "asks"));
}

// "It grips, it twists".
bool has_clause_after_comma(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const bool subject = is_audit_word("own subjects", sentence.words()[at].lower);
    if (subject && sentence.before(at) == "," &&
        !is_audit_word("inner clauses", sentence.words().front().lower)) {
      return true;
    }
  }
  return false;
}

// "The malt gives it its colour, the hops its bitterness": another subject, no list.
bool is_gapped(const AuditSentence& sentence) {
  const bool list = sentence.has("and") || sentence.has("or");
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (sentence.before(at) != ",") continue;
    if (word == "the" || ((word == "a" || word == "an") && !list)) return true;  // ", a claim"
  }
  return false;
}

// "It will do little", not "a little".
bool has_little(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const std::string before(sentence.before(at));
    if ((word == "little" || word == "few") &&
        (before == "do" || before == "does" || before == "did" ||
         is_audit_word("verb phrases", before))) {
      return true;
    }
  }
  return false;
}

constexpr std::string_view kOtherWord = "a word that a negation does not go with";

// "Comes in a tin that looks lovely on any shelf": the word is not of the negated clause.
bool has_only_relative_doubts(const AuditSentence& sentence) {
  bool relative = false;
  for (const auto& word : sentence.words()) {
    relative = relative || word.lower == "that" || word.lower == "which" || word.lower == "who";
    if (!relative && is_audit_word("against any negation", word.lower)) return false;
  }
  return true;
}

// Doubts about any clause of a sentence.
std::string_view why_no_denial(const AuditSentence& sentence) {
  if (asks(sentence)) return "a question";
  if (begins_with_any(sentence, audit_words("en", "quantities"))) return "some of many";
  if (has_any_of(sentence, audit_words("en", "against any negation"))) {
    return kOtherWord;
  }
  if (has_result(sentence)) return "a result of the clause";
  if (has_little(sentence)) return "a word that denies nearly all";
  if (sentence.text().find(": ") != std::string::npos) return "an explanation";
  const bool other = has_own_clause_after_and(sentence) || has_clause_after_comma(sentence) ||
                     has_spliced_clause(sentence) || is_gapped(sentence);
  return other ? "another subject" : std::string_view();
}

// Doubts about the main clause besides.
std::string_view why_not_denied(const AuditSentence& sentence, const RuleSources& sources) {
  constexpr std::size_t kMostWords = 40;
  if (sentence.has_comma()) return "a sentence with a second part";
  if (begins_with_any(sentence, audit_words("en", "request starts"))) return "a question";
  if (sentence.words().size() > kMostWords) return "a long sentence";
  if (!is_plain_clause(sentence)) return "a contrast";
  if (is_audit_word("inner clauses", sentence.words().front().lower)) {
    return "a reason or condition";
  }
  if (joins_commands(sentence, sources) || shares_subject(sentence, sources)) {
    return "verbs that share a subject";
  }
  return why_no_denial(sentence);
}

// "A crane silhouetted against the sky".
bool is_participle_of_caption(const AuditSentence& sentence, std::size_t at) {
  const auto next = sentence.next_of(at);
  const bool title =
      !sentence.has_end_mark() || is_audit_word("articles", sentence.words().front().lower);
  const std::string& word = sentence.words()[at].lower;
  const bool strung =
      !word.ends_with("ed") && is_audit_word("before nouns", next) && is_audit_word("strung", word);
  return at > 0 && title && (word.ends_with("ed") || strung) &&
         (next == "$" || is_audit_word("before nouns", next) ||
          (next != "that" && is_audit_word("after nouns", next)));  // "turned inside out"
}

// "one badly bruised banana".
bool is_counted_adverb(const AuditSentence& sentence, std::size_t at) {
  const auto before = sentence.before(at);
  return sentence.words()[at].lower.ends_with("ly") &&
         (before == "one" || is_number(before) || is_audit_word("determiner", before));
}

// "A crane silhouetted", "when it rains", "an overturned trolley", "has pushed".
bool is_other_than_finite(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  const std::string& verb = sentence.words()[at].lower;
  const bool perfect = verb == "has" || verb == "have" || verb == "had";
  return is_participle_of_caption(sentence, at) || is_in_inner_clause(sentence, at) ||
         is_audit_word("determiner", sentence.before(at)) || is_counted_adverb(sentence, at) ||
         (perfect && (sources.forms->base_of_past(sentence.next_of(at)) ||
                      sources.forms->is_base(sentence.next_of(at))));  // "had forecast"
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

// "Graduates toss their caps": a caption of something that did not happen is improbable.
bool describes_scene(const AuditSentence& sentence, const AuditSentence& denial,
                     const RuleSources& sources) {
  const std::size_t at = shared_start(sentence, denial);
  if (at == 0 || at >= denial.words().size()) return false;
  if (!is_do_form(denial.words()[at].lower)) return false;
  const bool present = denial.words()[at].lower != "did";
  const bool scene = present && at + 2 < denial.words().size() &&
                     is_audit_word("acts of scenes", denial.words()[at + 2].lower);
  if (scene) return true;  // "The moon rises over a chapel"
  return is_of_caption(sentence) &&
         (present || sentence.words().front().lower.starts_with("somebody") ||
          is_agent_before(sentence, at, sources));
}

bool has_and_after(const AuditSentence& sentence, std::size_t at) {
  if (sentence.has("between")) return false;
  for (; at < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower == "and") return true;
  }
  return false;
}

// A verb of a clause that is known by the words before it.
struct ClauseVerb {
  std::size_t at = 0;
  bool plural = false;  // its subject
};

bool begins_clause(std::string_view before) {
  return before == "^" || is_audit_word("before a clause", before);
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
  if (sentence.before(subject) == "or") return refused("an alternative");  // "or you'll scar"
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
  if (relative && is_audit_word("verbs of praise", sources.forms->base_of(word))) {
    return refused("what a thing is praised for");
  }
  return {
      true, with_or_before_article(sentence.with_words(at, at, made)), {}, word + " -> " + made};
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

// "Mouse pointer disappears on it": a singular noun before a verb in the third person.
bool is_noun_before_third(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  const std::string& noun = sentence.words()[at].lower;
  const std::string& verb = sentence.words()[at + 1].lower;
  const auto base = sources.forms->base_of_third(verb);
  const bool joins = noun == "it" || is_audit_word("before nouns", noun);  // "sold in pairs"
  const auto next = sentence.next_of(at + 1);
  const bool part = sentence.before(at) == "," && next == "$";  // "cork grips, flick locks"
  if (!base || joins || part || noun.ends_with('s') || !is_noun(sources, noun)) return false;
  const bool sure = (sources.forms->is_only_verb(*base) && !is_noun(sources, verb)) ||
                    is_audit_word("verbs of products", verb);
  const bool goes_on = is_audit_word("determiner", next) || is_audit_word("before nouns", next) ||
                       may_follow_verb(next) || next.ends_with("ly") || next == "$";
  return sure && goes_on;
}

Outcome denied_by_words(const AuditSentence& sentence, const RuleSources& sources) {
  if (begins_with_any(sentence, audit_words("en", "before nouns"))) return refused("a place first");
  for (std::size_t at = 0; at + 1 < sentence.words().size(); ++at) {
    if (!sentence.is_joined(at) || is_audit_word("particles", sentence.before(at))) continue;
    if (is_in_inner_clause(sentence, at + 1)) break;
    if (!is_subject(sentence, at, sources) && !is_noun_before_auxiliary(sentence, at, sources) &&
        !is_noun_before_third(sentence, at, sources)) {
      continue;
    }
    if (has_article(sentence) && !is_relative(sentence, at, sources)) continue;
    Outcome made = negated_at(sentence, at, sources);
    if (made.text.empty()) continue;
    made.text = with_no_after_there(made.text);
    return made;
  }
  return not_eligible("no clause whose verb is sure");
}

// "There is a kite stuck in a tree".
bool is_picture_of_thing(const AuditSentence& sentence) {
  return sentence.words().front().lower == "there" &&
         std::ranges::any_of(sentence.words(), [](const auto& word) {
           return is_audit_word("states that end", word.lower) ||
                  is_audit_word("strung", word.lower);
         });
}

// "Chemists have made a plaster": its denial would not be reported.
bool is_achievement(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at), next = sentence.next_of(at);
    const bool perfect = before == "have" || before == "has";
    const bool finds = is_audit_word("findings", sentence.words()[at].lower);
    if (perfect && (finds || next == "a" || next == "an")) return true;
  }
  return false;
}

}  // namespace

Outcome surely_negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  if (const auto why = why_not_denied(sentence, sources); !why.empty()) return not_eligible(why);
  if (has_article(sentence)) return refused("a description of something");
  if (sentence.text().ends_with('!') && tools.form_of(sentence) != SentenceForm::kCommand) {
    return refused("an alarm");  // "Water is dripping onto the copier!"
  }
  if (begins_with_any(sentence, audit_words("en", "before nouns"))) return refused("a place first");
  if (is_picture_of_thing(sentence)) return refused("a description of a picture");
  if (is_achievement(sentence)) return refused("a report of something new");
  const Negation& made = tools.negation_of(sentence);
  const auto* negation = std::get_if<Negated>(&made);
  if (negation == nullptr) return refused(reason(std::get<Refusal>(made)));
  const AuditSentence denial(negation->text);
  if (!is_sure_denial(sentence, denial, sources)) {
    return refused("the verb may be a noun or a participle");
  }
  if (describes_scene(sentence, denial, sources)) return refused("a description of a picture");
  if (has_and_after(sentence, shared_start(sentence, denial))) return refused("a list");
  const auto negated = with_or_before_article(negation->text);
  return {true, with_no_after_there(negated), {}, "negated by its parse"};
}

Outcome negated_by_words(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (sentence.words().empty() || has_any_of(sentence, audit_words("en", "contrasts of clauses")))
    return not_eligible("a contrast");
  if (sentence.has_negation()) return affirmed_by_words(sentence, tools.sources());
  const auto& sources = tools.sources();
  if (is_number(sentence.words().front().lower)) return not_eligible("some of many");
  Outcome headline = negated_headline(sentence, sources);
  const auto why = why_no_denial(sentence);
  const bool relative = why == kOtherWord && has_only_relative_doubts(sentence);
  if (!headline.text.empty() && (why.empty() || relative)) return headline;
  if (!why.empty()) return not_eligible(why);
  if (sentence.has_comma() || sentence.has("and")) {
    return not_eligible("a sentence with a second part");
  }
  return shares_subject(sentence, sources) ? not_eligible("verbs that share a subject")
                                           : denied_by_words(sentence, sources);
}

std::vector<std::string> sure_denials(RuleTools& tools, const AuditSentence& sentence) {
  const auto& sources = tools.sources();
  std::vector<std::string> denials;
  const auto add = [&](Outcome made) {
    if (!made.text.empty()) denials.push_back(std::move(made.text));
  };
  const bool shares = shares_subject(sentence, sources);
  if (const auto* negation = std::get_if<Negated>(&tools.negation_of(sentence))) {
    const AuditSentence denial(negation->text);
    const std::size_t at = shared_start(sentence, denial);
    const bool auxiliary = at < denial.words().size() && denial.words()[at].lower == "not";
    const bool sure = !joins_commands(sentence, sources) && (!shares || auxiliary) &&
                      is_sure_denial(sentence, denial, sources);
    if (sure) denials.push_back(negation->text);
  }
  if (!shares && !sentence.has_negation()) {
    add(negated_headline(sentence, sources));
    add(denied_by_words(sentence, sources));
  }
  add(denied_last_verb(tools, sentence, 0));
  return denials;
}

// "It arrives rolled up and needs a day" -> "It arrives rolled up and does not need a day".
Outcome denied_last_verb(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  if (asks(sentence) || !sentence.is_single() || sentence.has_negation() ||
      has_any_of(sentence, audit_words("en", "against any negation"))) {
    return not_eligible("a sentence of another kind");
  }
  if (sentence.has("when")) return refused("a condition");
  const bool relative = has_any_of(sentence, audit_words("en", "clauses of nouns"));
  if (has_article(sentence) && !relative) return refused("a description of something");
  bool earlier = sources.forms->base_of_third(sentence.words().front().lower).has_value();
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const auto base = sources.forms->base_of_third(word);
    const bool joined = sentence.before(at) == "and" || sentence.before(at) == "but";
    if (base && joined && earlier && may_be_finite_after_and(sentence, at, sources)) {
      const std::string made = "but does not " + (word == "has" ? "have" : *base);
      return {true,
              with_or_before_article(sentence.with_words(at - 1, at, made)),
              {},
              word + " -> " + made};
    }
    earlier = earlier || (base && sentence.before(at) != "and");
    if (joined && sources.forms->is_base(sentence.words().front().lower)) break;
  }
  return not_eligible("no further verb");
}

}  // namespace sonde
