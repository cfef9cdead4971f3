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

// A part outside a denial: "they met, though neither spoke". A command may list several things to
// do.
bool has_outer_part(const AuditSentence& sentence, const RuleSources& sources,
                    bool lists_commands = false) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) != ",") continue;
    const std::string& word = sentence.words()[at].lower;
    const bool orders = sources.forms->is_base(word) && may_follow_verb(sentence.next_of(at));
    if (lists_commands && (orders || word == "and" || word == "or")) continue;
    if (orders || is_audit_word("outer parts", word)) return true;
  }
  return is_audit_word("sayings", sentence.words().back().lower) ||
         has_own_clause_after_and(sentence) || has_spliced_clause(sentence);
}

// The text after the first comma of "When winter comes, the parasol slips into its cover". Empty
// without such a beginning.
std::string after_beginning(const AuditSentence& sentence) {
  const std::string& first = sentence.words().front().lower;
  if (!is_audit_word("beginnings", first)) return {};
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) == ",") {
      return capitalised(sentence.text().substr(sentence.words()[at].begin));
    }
  }
  return {};
}

// The whole sentence.
Outcome denied_in(std::string_view form, const AuditSentence& sentence,
                  const RuleSources& sources) {
  const auto lower = continued(sentence, sources);
  return lower ? denied_in(form, sentence, *lower, sources)
               : not_eligible("the first word may be a name");
}

// A possible verb: "A guard high-fives a kid", "a couple argue over a map".
bool may_have_verb(const AuditSentence& sentence, const RuleSources& sources) {
  const auto& forms = *sources.forms;
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const std::string before(sentence.before(at)), next(sentence.next_of(at));
    const bool opens = is_audit_word("before nouns", before) || is_audit_word("determiner", before);
    const bool verb = forms.is_base(word) || forms.base_of_third(word);
    if (verb && !opens && (is_audit_word("before nouns", next) || may_follow_verb(next))) {
      return true;
    }
    if (is_audit_word("determiner", word) && !opens && !before.ends_with("ing") &&
        !forms.base_of_past(before)) {
      return true;
    }
  }
  return forms.base_of_third(sentence.words().front().lower).has_value();
}

// "A swing moving in the wind", "a pile of squash outside a shop".
bool shows_place(const AuditSentence& sentence) {
  static const std::set<std::string_view> kPlaces{"in",      "on",   "under",  "above", "outside",
                                                  "behind",  "at",   "near",   "over",  "against",
                                                  "beneath", "next", "across", "along", "inside"};
  return std::ranges::any_of(sentence.words(),
                             [](const auto& word) { return kPlaces.contains(word.lower); });
}

bool begins_as_asking(const AuditSentence& sentence) {
  return sentence.is_question() || begins_with_any(sentence, audit_words("en", "asks"));
}

bool states(RuleTools& tools, const AuditSentence& sentence) {
  return is_statement(sentence, tools.form_of(sentence), tools.sources());
}

bool has_aside(const AuditSentence& sentence, const RuleSources& sources) {
  return has_any_of(sentence, audit_words("en", "asides")) || is_condition(sentence, sources);
}

// A statement with nothing outside its denial.
bool is_plain_statement(RuleTools& tools, const AuditSentence& sentence) {
  return sentence.words().size() > 2 && states(tools, sentence) &&
         !has_aside(sentence, tools.sources()) && !has_outer_part(sentence, tools.sources());
}

// A whole statement after "and", "but", "so" or the like.
struct LaterStatement {
  std::string_view join;    // the form of its frame: "and", "but" or "so"
  std::string_view by;      // the word before it
  std::string left, right;  // without a comma between, the right one as it is written
};

// The form of the frame of a statement that begins after the words up to `end`. Empty: none.
std::string_view joined_by(const AuditSentence& sentence, std::size_t end) {
  const std::string& word = sentence.words()[end].lower;
  const bool comma = sentence.before(end) == ",";
  if (word == "but") return "but";
  if (word == "so") return comma ? "so" : "";
  if (word == "means") return end > 1 && sentence.before(end) == "which" ? "so" : "";
  if (word == "and" || word == "although") return "and";
  const bool contrast =
      word == "while" || word == "though" || word == "whereas" || word == "however";
  return contrast && comma ? "and" : "";
}

// "when two people edit it", not "as a workaround".
bool begins_inner_part(const AuditSentence& sentence, std::size_t at) {
  const auto next = sentence.next_of(at);
  return is_audit_word("inner clauses", sentence.words()[at].lower) &&
         (sentence.words()[at].lower != "as" || (next != "a" && next != "an"));
}

// "The lid is the wrong size, it's for the old model". Nothing if the first may be an order.
std::optional<LaterStatement> spliced_statement(RuleTools& tools, const AuditSentence& sentence) {
  const auto& words = sentence.words();
  const auto& sources = tools.sources();
  const std::string& first = words.front().lower;
  const bool inner = is_audit_word("inner clauses", first) ||
                     is_audit_word("before nouns", first) || first.ends_with("ing") ||
                     sources.forms->base_of_past(first) || is_audit_word("beginnings", first);
  const bool orders = tools.form_of(sentence) == SentenceForm::kCommand || first == "don't" ||
                      sources.forms->is_base(words[first_of_command(sentence)].lower);
  for (std::size_t at = 3; at + 2 < words.size() && !inner && !orders; ++at) {
    const std::string& word = words[at].lower;
    const bool subject =
        is_audit_word("own subjects", word) && !word.starts_with("th") && !word.starts_with("you");
    if (sentence.before(at) != "," || !subject) continue;
    const std::string rest = sentence.text().substr(words[at].begin);
    const AuditSentence right(rest);
    if (has_outer_part(right, sources) || right.has_comma() || right.has_negation()) continue;
    return LaterStatement{"and", ",", sentence.text().substr(0, words[at - 1].end), rest};
  }
  return std::nullopt;
}

// "Pull the tab, and the bag seals itself". Nothing if a clause before may own the statement.
std::optional<LaterStatement> later_statement(RuleTools& tools, const AuditSentence& sentence) {
  const auto& words = sentence.words();
  bool inner = false;
  for (std::size_t at = 2; at < words.size(); ++at) {
    inner = inner || begins_inner_part(sentence, at - 2);
    const auto join = joined_by(sentence, at - 1);
    if (join.empty() || !sentence.is_joined(at - 1) || words[at].lower == "that") continue;
    const bool result = join == "so";
    if (inner && !result) continue;
    const AuditSentence right(capitalised(sentence.text().substr(words[at].begin)));
    if (right.has_negation() && !result) continue;
    if (right.has_comma() && !right.has("and") && !right.has("or")) continue;
    const bool subject = result && is_audit_word("own subjects", words[at].lower);
    if ((subject && !has_outer_part(right, tools.sources())) || is_plain_statement(tools, right)) {
      const std::size_t left = words[at - 1].lower == "means" ? at - 3 : at - 2;
      return LaterStatement{join, words[at - 1].lower, sentence.text().substr(0, words[left].end),
                            sentence.text().substr(words[at].begin)};
    }
  }
  return std::nullopt;
}

// "The bass is tight, and voices come through" -> "the bass is tight, or that voices come
// through". Nothing unless both are statements.
std::optional<std::string> joined_statements(RuleTools& tools, const AuditSentence& sentence) {
  const auto later = later_statement(tools, sentence);
  if (!later || later->by != "and") return std::nullopt;
  const AuditSentence left(later->left);
  if (left.has_negation() || !is_plain_statement(tools, left)) return std::nullopt;
  const auto lower = continued(sentence, tools.sources());
  if (!lower) return std::nullopt;
  return lower->substr(0, later->left.size()) + ", or that " + later->right;
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

Outcome denied_statement(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (const auto joined = joined_statements(tools, sentence)) {
    return denied_in("fact", sentence, *joined, tools.sources());
  }
  AuditSentence clause = sentence;
  if (is_audit_word("telegraphic subjects", sentence.words().front().lower)) {
    return refused("a subject without an article");
  }
  if (!states(tools, sentence)) {
    clause = AuditSentence(sentence.is_single() ? after_beginning(sentence) : std::string());
    if (clause.words().empty() || !states(tools, clause)) return not_eligible("no sure statement");
  }
  if (has_aside(clause, tools.sources()) || has_outer_part(clause, tools.sources())) {
    return refused("a part outside the denial");
  }
  return denied_in("fact", sentence, tools.sources());
}

Outcome denied_later(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (begins_as_asking(sentence) || !sentence.is_single()) return not_eligible("no statements");
  auto later = later_statement(tools, sentence);
  if (!later) later = spliced_statement(tools, sentence);
  if (!later) return not_eligible("no later statement");
  Outcome made = denied_in(later->join, sentence, later->right, tools.sources());
  if (!made.text.empty()) made.text.insert(0, later->left);
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
  if (tools.form_of(sentence) != SentenceForm::kCommand) return not_eligible("no command");
  const bool other =
      sentence.has_negation() || has_any_of(sentence, audit_words("en", "against needless")) ||
      is_condition(sentence, tools.sources()) ||
      has_outer_part(sentence, tools.sources(), sentence.has("and") || sentence.has("or")) ||
      has_any_of(sentence, audit_words("en", "of adverts"));
  return other ? refused("a command that may be needed")
               : denied_in("need", sentence, tools.sources());
}

Outcome absent_thing(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (tools.form_of(sentence) != SentenceForm::kNounPhrase) return not_eligible("no noun phrase");
  const bool several =
      sentence.has_comma() || sentence.has("and") || sentence.has("or") || sentence.has_negation();
  if (several || !shows_place(sentence) || may_have_verb(sentence, tools.sources())) {
    return refused("no thing in one place");
  }
  if (has_article(sentence)) {
    return denied_in("thing", sentence, sentence.text().substr(sentence.words()[1].begin),
                     tools.sources());
  }
  const std::string& first = sentence.words().front().lower;
  const bool plural = first.ends_with('s') && !first.ends_with("'s") && !is_number(first);
  return plural ? denied_in("things", sentence, tools.sources()) : refused("no thing in one place");
}

}  // namespace sonde
