// The last fallbacks of the rule `negation`: a whole sentence is denied.
#include <algorithm>
#include <optional>
#include <set>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/frame_edits.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

// "press" of "plug it in, press the button".
bool is_order_at(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  return sources.forms->is_base(sentence.words()[at].lower) &&
         may_follow_verb(sentence.next_of(at));
}

// A part outside a denial: "they met, though neither spoke". A command may list several things to
// do.
bool has_outer_part(const AuditSentence& sentence, const RuleSources& sources,
                    bool lists_commands = false) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) != ",") continue;
    const std::string& word = sentence.words()[at].lower;
    const bool orders = is_order_at(sentence, at, sources);
    if (lists_commands && (orders || word == "and" || word == "or")) continue;
    if (orders || is_audit_word("outer parts", word)) return true;
  }
  return is_audit_word("sayings", sentence.words().back().lower) ||
         has_own_clause_after_and(sentence) || has_spliced_clause(sentence);
}

// The whole sentence.
Outcome denied_in(std::string_view form, const AuditSentence& sentence,
                  const RuleSources& sources) {
  const auto lower = continued(sentence, sources);
  return lower ? denied_in(form, sentence, *lower, sources)
               : not_eligible("the first word may be a name");
}

// "take it and leave" -> "take it or leave". Nothing for more than two orders.
std::optional<std::string> with_or_between_orders(const AuditSentence& sentence,
                                                  const RuleSources& sources) {
  std::size_t joint = 0;
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower != "and" || sentence.has("between")) continue;
    if (!sources.forms->is_base(sentence.words()[at + 1].lower)) continue;
    if (joint > 0) return std::nullopt;
    joint = at;
  }
  return joint > 0 ? sentence.with_words(joint, joint, "or") : sentence.text();
}

// "Pause the movie, the pizza's here", "read it again, slower", but not "plug it in, press the
// button, and wait" or "mind the step, love".
bool has_afterthought(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) != ",") continue;
    const std::string& word = sentence.words()[at].lower;
    const bool goes_on = word == "and" || word == "or" || sentence.next_of(at) == "$" ||
                         is_order_at(sentence, at, sources);
    if (!goes_on) return true;
  }
  return false;
}

// "Sit down and fasten your belt": two commands.
bool joins_two_orders(const AuditSentence& sentence, const RuleSources& sources) {
  const auto& words = sentence.words();
  const std::string& first = words[first_of_command(sentence)].lower;
  if (!sources.forms->is_base(first) || !sentence.has_end_mark() || sentence.has_comma()) {
    return false;
  }
  for (std::size_t at = 2; at + 1 < words.size(); ++at) {
    const auto next = sentence.next_of(at);
    const bool orders = sources.forms->is_base(words[at].lower) &&
                        (is_audit_word("determiner", next) || is_audit_word("particles", next) ||
                         is_audit_word("refer to an object", next));
    if (sentence.before(at) == "and" && orders) return true;
  }
  return false;
}

bool begins_as_asking(const AuditSentence& sentence) {
  return sentence.is_question() || begins_with_any(sentence, audit_words("en", "asks"));
}

// A result after "so" or "which means", and the end of the text before it.
struct Result {
  std::size_t left_end = 0, right_begin = 0;  // bytes
};

// "It floats, so it is easy to find". Nothing if the result has a further part.
std::optional<Result> result_of(RuleTools& tools, const AuditSentence& sentence) {
  const auto& words = sentence.words();
  for (std::size_t at = 2; at < words.size(); ++at) {
    const std::string& word = words[at - 1].lower;
    const bool so = word == "so" && sentence.before(at - 1) == ",";
    const bool means = word == "means" && at > 2 && sentence.before(at - 1) == "which";
    if ((!so && !means) || !sentence.is_joined(at - 1) || words[at].lower == "that") continue;
    const AuditSentence right(capitalised(sentence.text().substr(words[at].begin)));
    if (right.has_comma() && !right.has("and") && !right.has("or")) continue;
    const bool sure =
        is_audit_word("own subjects", words[at].lower) ||
        (right.words().size() > 2 && is_statement(right, tools.form_of(right), tools.sources()));
    const bool ability = has_any_of(right, audit_words("en", "conclusions"));
    if (!ability) continue;  // "so the printer refuses every page": a report, no conclusion
    if (!sure || has_outer_part(right, tools.sources())) continue;
    return Result{words[means ? at - 3 : at - 2].end, words[at].begin};
  }
  return std::nullopt;
}

}  // namespace

Outcome denied_in(std::string_view form, const AuditSentence& sentence, const std::string& text,
                  const RuleSources& sources) {
  const auto& frames = sources.lists.frames;
  const auto frame = std::ranges::find_if(
      frames, [&](const auto& one) { return one.kind == "negation" && one.form == form; });
  if (frame == frames.end()) return not_eligible("the frame is missing");
  return {true, put_in(*frame, sentence, text), {}, frame->frame};
}

Outcome denied_result(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (begins_as_asking(sentence) || !sentence.is_single()) return not_eligible("no statements");
  const auto result = result_of(tools, sentence);
  if (!result) return not_eligible("no result");
  Outcome made =
      denied_in("so", sentence, sentence.text().substr(result->right_begin), tools.sources());
  if (!made.text.empty()) made.text.insert(0, sentence.text().substr(0, result->left_end));
  return made;
}

// "It is late because the road was shut" -> "It is late, but not because the road was shut".
Outcome denied_reason(RuleTools&, const AuditSentence& sentence, std::uint64_t) {
  if (begins_as_asking(sentence)) return not_eligible("a question");
  if (!sentence.is_single() || has_any_of(sentence, audit_words("en", "contrasts of fragments"))) {
    return not_eligible("a contrast");
  }
  for (std::size_t at = 3; at + 2 < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower != "because") continue;
    const auto& before = sentence.words()[at - 1];
    if (is_audit_word("before reasons", before.lower)) return refused("a reason of another kind");
    std::string text = sentence.text();
    text.replace(before.end, sentence.words()[at].begin - before.end, ", but not ");
    return {true, text, {}, "because -> but not because"};
  }
  return not_eligible("no reason");
}

Outcome needless_command(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (tools.sources().language != "en") return not_eligible("the words are English");
  const bool command = tools.form_of(sentence) == SentenceForm::kCommand ||
                       joins_two_orders(sentence, tools.sources());
  if (!command || sentence.is_question() || sentence.words().size() < 3) {
    return not_eligible("no command");
  }
  const bool other =
      sentence.has_negation() || has_any_of(sentence, audit_words("en", "against needless")) ||
      is_condition(sentence, tools.sources()) ||
      has_outer_part(sentence, tools.sources(), sentence.has("and") || sentence.has("or")) ||
      sentence.text().ends_with('!') || has_any_of(sentence, audit_words("en", "of adverts"));
  const std::size_t verb = first_of_command(sentence);
  if (sentence.next_of(verb).ends_with("'s")) return refused("a noun");  // "Room 214's"
  const bool note =
      !sentence.is_capital(0) && !may_follow_verb(sentence.next_of(verb)) &&
      !is_audit_word("before nouns", sentence.next_of(verb));  // "cancel subscription"
  if (other || note) return refused("a command that may be needed, or a note");
  if (sentence.has("or") || sentence.has("unless")) return refused("an alternative");
  if (has_afterthought(sentence, tools.sources())) return refused("an afterthought");
  const auto joined = with_or_between_orders(sentence, tools.sources());
  if (joined && AuditSentence(*joined).has("and")) return refused("several things");
  return joined ? denied_in("need", AuditSentence(*joined), tools.sources())
                : refused("several orders");
}

Outcome prohibited(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& forms = *tools.sources().forms;
  if (sentence.is_question() || !sentence.is_single() || sentence.has_negation() ||
      sentence.has_comma() || !sentence.has_end_mark()) {
    return not_eligible("no plain command");
  }
  const std::size_t at = first_of_command(sentence);
  const std::string& verb = sentence.words()[at].lower;
  const auto next = sentence.next_of(at);
  const bool orders = is_audit_word("determiner", next) || is_audit_word("particles", next) ||
                      (at + 1 < sentence.words().size() && sentence.is_capital(at + 1) &&
                       is_audit_word("calls", verb));  // "Call Anna"
  if (!forms.is_base(verb) || !orders) return not_eligible("no command");
  const bool other = is_audit_word("against prohibition", verb) ||
                     has_any_of(sentence, audit_words("en", "against any negation")) ||
                     has_any_of(sentence, audit_words("en", "against a prohibition")) ||
                     joins_commands(sentence, tools.sources());
  const std::string text = with_alternatives(sentence);
  if (other || text.empty()) return refused("a command that is not forbidden");
  const AuditSentence made(text);
  const std::string written = (sentence.is_capital(at) ? "Don't " : "don't ") + verb;
  return {true, made.with_words(at, at, written), {}, verb + " -> don't " + verb};
}

}  // namespace sonde
