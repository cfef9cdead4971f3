// Fallbacks of the rules `date` and `negation`: an act of the present becomes future or past.
#include <optional>
#include <string>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/denials/fragment_words.h"

namespace sonde {
namespace {

bool is_listed_act(std::string_view base) {
  return is_audit_word("acts", base) || is_audit_word("lasting acts", base);
}

// Praise of a thing: "The foam springs back".
bool is_praise(std::string_view base) { return is_audit_word("verbs of praise", base); }

// Whether a verb is an act that someone can be about to do.
bool is_act(const RuleSources& sources, const std::string& base) {
  if (is_listed_act(base)) return true;
  const auto category = sources.lexicon->category(base, WordKind::kVerb);
  return (category == Category::kVerbContact || category == Category::kVerbMotion ||
          category == Category::kVerbConsumption || category == Category::kVerbCreation ||
          category == Category::kVerbChange || category == Category::kVerbCompetition ||
          category == Category::kVerbPerception) &&
         !is_audit_word("no acts", base);
}

// "a dancer adjusting her dress", "is adjusting her dress".
bool is_going_on(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const auto before = sentence.before(at), next = sentence.next_of(at);
  const bool goes_on = next == "$" || is_audit_word("determiner", next) ||
                       is_audit_word("before nouns", next) || is_audit_word("particles", next);
  const bool progressive = before == "is" || before == "are";
  return goes_on && sentence.is_joined(at - 1) &&
         (progressive || (is_noun(sources, before) && !sources.forms->is_only_verb(before)));
}

// A verb of a caption, and its base form: "graze" of "Wild ponies graze in a field".
struct ActPlace {
  std::size_t at = 0;
  std::string base{};
  bool plural = false;  // its subject
};

std::optional<ActPlace> act_by_words(const AuditSentence& sentence, const RuleSources& sources) {
  const auto& words = sentence.words();
  for (std::size_t at = 1; at + 1 < words.size() && sentence.is_joined(at - 1); ++at) {
    const std::string& word = words[at].lower;
    if (is_audit_word("inner clauses", word) || is_audit_word("clauses of nouns", word)) break;
    const auto third = sources.forms->base_of_third(word);
    const std::string base = third.value_or(word);
    if (!is_listed_act(base) || !is_noun(sources, words[at - 1].lower)) continue;
    const std::string& head = words[subject_head(sentence, at)].lower;
    const bool singular = sources.lexicon->base_of(head, WordKind::kNoun) == head;
    if (singular == third.has_value() && is_agent(sources, head)) return ActPlace{at, base, !third};
  }
  return std::nullopt;
}

// The verb that a denial negates: "does not pull".
std::optional<ActPlace> act_by_denial(const AuditSentence& sentence, const AuditSentence& denial) {
  const std::size_t at = shared_start(sentence, denial);
  if (at == 0 || at >= sentence.words().size() || at + 2 >= denial.words().size()) {
    return std::nullopt;
  }
  const std::string& put = denial.words()[at].lower;
  const bool relative = is_audit_word("clauses of nouns", sentence.before(at));
  if ((put != "does" && put != "do") || relative) return std::nullopt;
  return ActPlace{at, denial.words()[at + 2].lower, put == "do"};
}

std::optional<ActPlace> act_of_caption(RuleTools& tools, const AuditSentence& sentence) {
  const auto& sources = tools.sources();
  if (!is_of_caption(sentence)) return std::nullopt;
  if (auto found = act_by_words(sentence, sources)) return found;
  for (const auto& denial : sure_denials(tools, sentence)) {
    auto found = act_by_denial(sentence, AuditSentence(denial));
    if (!found || is_praise(found->base)) continue;
    if (is_agent_before(sentence, found->at, sources) && is_act(sources, found->base)) {
      return found;
    }
  }
  return std::nullopt;
}

// "adjusting" of "a dancer adjusting her dress": someone does it.
std::optional<ActPlace> act_going_on(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (word.size() < 5 || !word.ends_with("ing")) continue;
    const std::string base = sources.forms->base_of(word);
    const auto before = sentence.before(at);
    const bool main =
        before == "is" || before == "are" || !has_verb(sentence, at + 1, true, sources);
    if (main && is_listed_act(base) && is_going_on(sentence, at, sources) &&
        is_agent_before(sentence, at, sources)) {
      return ActPlace{at, base, false};
    }
  }
  return std::nullopt;
}

bool is_of_other_time(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) == "," && sentence.words()[at].lower.ends_with("ing")) return true;
  }
  return sentence.is_question() || sentence.has_negation() ||
         has_any_of(sentence, audit_words("en", "against what is to come"));
}

Outcome with_no_longer(const AuditSentence& sentence, std::size_t at) {
  const std::string word(sentence.written(at));
  return {
      true, sentence.with_words(at, at, "no longer " + word), {}, word + " -> no longer " + word};
}

// "Mouse pointer jumps".
bool names_machine(const AuditSentence& sentence) {
  return is_audit_word("machines", sentence.words().front().lower) ||
         (sentence.words().size() > 1 && is_audit_word("machines", sentence.words()[1].lower));
}

// "The reader declines every card": a statement about something known, with nothing after it.
bool is_plain_report(const AuditSentence& sentence) {
  return !sentence.has_comma() && !sentence.has("and") && sentence.is_single() &&
         !has_article(sentence) && !has_contrast(sentence) && !sentence.is_question() &&
         !sentence.has_negation() &&
         !has_any_of(sentence, audit_words("en", "against no longer")) &&
         !has_any_of(sentence, audit_words("en", "possible already")) &&
         !has_any_of(sentence, audit_words("en", "of adverts")) &&
         !is_audit_word("inner clauses", sentence.words().front().lower);
}

// "is" -> "was". Empty for another word.
std::string_view past_of_auxiliary(std::string_view word) {
  if (word == "is") return "was";
  if (word == "are") return "were";
  return word == "do" || word == "does" ? "did" : "";
}

// Whether a question has a verb, or a word for a time, besides its auxiliary.
bool has_other_time(const AuditSentence& sentence, std::size_t auxiliary) {
  for (std::size_t at = auxiliary + 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("inner clauses", word) || is_audit_word("clauses of nouns", word) ||
        is_audit_word("verb phrases", word) || is_audit_word("against the past", word) ||
        word.find('\'') != word.npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

Outcome asked_of_past(RuleTools&, const AuditSentence& sentence, std::uint64_t) {
  constexpr std::size_t kLast = 5;  // "Which bin do"
  if (!sentence.is_question() || sentence.has("since") || !sentence.is_single() ||
      sentence.has_comma() || sentence.has_negation()) {
    return not_eligible("no plain question");
  }
  for (std::size_t at = 0; at <= kLast && at + 1 < sentence.words().size(); ++at) {
    const std::string past(past_of_auxiliary(sentence.words()[at].lower));
    if (past.empty()) continue;
    const auto subject = sentence.next_of(at);
    const bool open =  // "How long does an application take?"
        past == "did" && (subject == "a" || subject == "an");
    const bool writer = subject == "i" || subject == "we";
    if (open || writer || subject == "$" || has_other_time(sentence, at)) break;
    return {
        true, sentence.with_words(at, at, past), {}, sentence.words()[at].lower + " -> " + past};
  }
  return refused("another time, or no auxiliary");
}

Outcome about_to(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (is_of_other_time(sentence)) return not_eligible("a question, or another time");
  if (const auto act = act_going_on(sentence, tools.sources())) {
    return {true, sentence.with_words(act->at, act->at, "about to " + act->base), {}, "to come"};
  }
  const auto act = act_of_caption(tools, sentence);
  if (!act) return not_eligible("no act");
  const std::string& first = sentence.words().front().lower;
  const bool headline =
      !sentence.has_end_mark() && !is_audit_word("determiner", first) && !is_number(first);
  const std::string is = act->plural ? "are about to " : "is about to ";
  const std::string made = (headline ? "about to " : is) + act->base;
  return {true, sentence.with_words(act->at, act->at, made), {}, "to come"};
}

Outcome no_longer_so(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  if (!is_plain_report(sentence)) return not_eligible("no plain report");
  const std::string& first = sentence.words().front().lower;
  const bool known = is_audit_word("determiner", first) ||
                     is_audit_word("telegraphic subjects", first) || names_machine(sentence);
  const std::size_t verb = known ? present_verb(sentence, sources) : 0;
  if (verb > 0 && !is_praise(sources.forms->base_of(sentence.words()[verb].lower)) &&
      !is_agent_before(sentence, verb, sources)) {
    return with_no_longer(sentence, verb);
  }
  for (const auto& denial : sure_denials(tools, sentence)) {
    const auto act = act_by_denial(sentence, AuditSentence(denial));
    if (!act || is_praise(act->base) || is_audit_word("inner adverbs", sentence.before(act->at)) ||
        is_agent_before(sentence, act->at, sources)) {
      continue;
    }
    return with_no_longer(sentence, act->at);
  }
  return refused("no sure verb");
}

}  // namespace sonde
