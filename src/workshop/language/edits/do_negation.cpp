// Negation with do, does or did, "not" and the base form, and of commands.
#include <algorithm>
#include <array>

#include "workshop/language/edits/negation_rules.h"

namespace sonde {
namespace {

struct DoForm {
  std::string_view support;  // do, does, did
  std::string base;
};

// Nothing if the tense is unclear.
std::optional<DoForm> do_form(const EditedClause& clause, std::size_t at, const VerbForms& forms) {
  const std::string form(clause.word(at));
  const bool tagged_past = clause.is_tagged_past(at);
  const bool is_base = forms.is_base(form);
  const auto past = forms.base_of_past(form);
  if (past && (tagged_past || !is_base)) return DoForm{"did", *past};
  if (clause.clause().singular) {
    if (auto base = forms.base_of_third(form)) return DoForm{"does", *base};
    if (is_base && tagged_past) return DoForm{"did", form};  // "he put"
    return std::nullopt;                                     // "God save the queen"
  }
  if (is_base && !tagged_past) return DoForm{"do", form};
  return std::nullopt;  // "they put" may be past or present
}

// Whether a comma and another verb follow a verb that are not known to belong to it.
bool hides_verb(const EditedClause& clause, std::size_t verb, const VerbForms& forms) {
  const auto next = clause.word(verb + 2);
  return clause.word(verb + 1) == "," && (forms.base_of_past(next) || forms.base_of_third(next)) &&
         std::ranges::find(clause.clause().verbs, verb + 2) == clause.clause().verbs.end();
}

// Each of several verbs in the same tense gets its base form: "he did not run and jump".
bool replace_by_bases(EditedClause& clause, std::string_view support, const VerbForms& forms) {
  for (const std::size_t at : clause.clause().verbs) {
    if (is_auxiliary(clause, at) || hides_verb(clause, at, forms)) return false;
    const auto form = do_form(clause, at, forms);
    const bool as_it_is = !form && at != clause.verb() && forms.is_base(clause.word(at));
    if (as_it_is) continue;  // "ran and put"
    if (!form || form->support != support) return false;
    if (form->base != clause.word(at)) clause.replace(at, form->base);
  }
  return true;
}

bool may_be_plural(const EditedClause& clause) {
  static constexpr auto kEndings =
      std::to_array<std::string_view>({"s", "people", "men", "children"});
  const std::string_view subject = clause.word(clause.clause().subject);
  return clause.is(WordClass::kPlural, clause.clause().subject) ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return subject.ends_with(ending); });
}

bool has_indefinite_subject(const EditedClause& clause) {
  const std::size_t subject = clause.clause().subject;
  if (clause.is(WordClass::kPronoun, subject)) return false;
  const ParsedLink* determiner = link_left(clause.linkage(), subject, "|D|");
  return !determiner || clause.word(determiner->left) == "a" ||
         clause.word(determiner->left) == "an";
}

// "Dogs kept in cages".
bool looks_like_phrase(const EditedClause& clause) {
  return clause.is_unmarked() && has_indefinite_subject(clause);
}

// "The route used by the army" is not a clause.
bool may_be_participle(const EditedClause& clause) {
  const std::size_t next = clause.verb() + 1;
  const ParsedLink* particle = link_right(clause.linkage(), clause.verb(), "|K|");
  return clause.word(next) == "by" ||
         (particle && particle->right == next && looks_like_phrase(clause));
}

bool is_name(const EditedClause& clause, std::size_t at) {
  const std::string& subscript = clause.linkage().words[at].subscript;
  return subscript == "m" || subscript == "f" || subscript == "b" || subscript == "l";
}

bool has_counted_subject(const EditedClause& clause) {
  static constexpr auto kCounts = std::to_array<std::string_view>(
      {"one", "two", "three", "four", "five", "six", "some", "several", "many", "few", "another"});
  const ParsedLink* determiner = link_left(clause.linkage(), clause.clause().subject, "|D|");
  return determiner &&
         std::find(kCounts.begin(), kCounts.end(), clause.word(determiner->left)) != kCounts.end();
}

// "A man dressed in a pale scarf" is typical of captions. With an object it is a clause.
bool may_be_caption(const EditedClause& clause, const DoForm& form, const VerbForms& forms) {
  const std::size_t verb = clause.verb();
  return !clause.ends_as_sentence() && clause.clause().mood == Mood::kStatement &&
         forms.inflected(form.base, VerbForm::kParticiple) == clause.word(verb) &&
         (has_indefinite_subject(clause) || has_counted_subject(clause)) &&
         !is_name(clause, clause.clause().subject) && !link_right(clause.linkage(), verb, "|O|OF|");
}

// "Arguments of the ruling party".
bool may_be_last_noun(const EditedClause& clause) {
  return clause.word(clause.verb() + 1).empty() && looks_like_phrase(clause);
}

// "The cars raced down", "owls swallow and cough up": the word before is the verb.
bool may_follow_verb(const EditedClause& clause, const VerbForms& forms) {
  const auto& words = clause.linkage().words;
  const std::size_t before = clause.verb() - 1;
  const bool conjunction = words[clause.clause().subject].subscript.starts_with('j');
  return words[before].subscript.starts_with('v') ||
         (conjunction && forms.is_base(words[before].text));
}

// "The female lead in the play" is not a clause either.
bool may_be_phrase(const EditedClause& clause, const DoForm& form, const VerbForms& forms) {
  if (form.support == "did") {
    return may_be_participle(clause) || may_be_caption(clause, form, forms);
  }
  return form.support == "do" && !forms.is_only_verb(clause.word(clause.verb())) &&
         (!may_be_plural(clause) || may_follow_verb(clause, forms) || may_be_last_noun(clause));
}

// A clause without a subject whose verb is the base form of one.
struct Command {
  const EditedClause& clause;
  const VerbForms& forms;

  std::size_t verb() const { return clause.verb(); }
  std::string_view word() const { return clause.word(verb()); }
  std::string_view next() const { return clause.word(verb() + 1); }
};

// "Thank you".
bool is_formula(const Command& command) {
  return command.clause.is(WordClass::kFormula, command.verb()) ||
         command.clause.is(WordClass::kFormula, 1);
}
bool is_lets(const Command& command) {
  return command.word().starts_with("let") && command.word().size() > 3;
}
bool is_let_us(const Command& command) { return command.word() == "let" && command.next() == "us"; }
bool is_let_there(const Command& command) {
  return command.word() == "let" && command.next() == "there";
}
bool is_do(const Command& command) {
  return command.word() == "do" && is_auxiliary(command.clause, command.verb());
}
bool has_other_form(const Command& command) {
  return std::ranges::any_of(command.clause.clause().verbs, [&](std::size_t at) {
    const auto word = command.clause.word(at);
    const bool past = command.forms.base_of_past(word) && command.clause.is_tagged_past(at);
    return !command.forms.is_base(word) || past;
  });
}
// "Open to attack" or "rock music" may be phrases: words that may be nouns or adjectives must have
// an object that begins as one.
bool may_be_another_phrase(const Command& command) {
  return command.word() != "be" && !command.forms.is_only_verb(command.word()) &&
         !command.clause.is(WordClass::kObjectStart, command.verb() + 1);
}
bool is_within_clause(const Command& command) {
  const EditedClause& clause = command.clause;
  static constexpr auto kBefore =
      std::to_array<std::string_view>({"", ",", ";", ":", "--", "please"});
  const std::size_t first = adverbs_before(clause.linkage(), clause.verb());
  return std::find(kBefore.begin(), kBefore.end(), clause.word(first - 1)) == kBefore.end();
}

bool has_open_place(const Command& command) {
  return place_before(command.clause, command.verb()).has_value();
}

bool refuse_command(EditedClause&) { return false; }
bool negate_lets(EditedClause& clause) {
  clause.insert_after(clause.verb(), "not");
  return clause.note("let us"), true;
}
bool negate_let_us(EditedClause& clause) {
  clause.insert_after(clause.verb() + 1, "not");
  return clause.note("let us"), true;
}
bool negate_do(EditedClause& clause) {
  clause.contract() ? clause.append(clause.verb(), "n't")
                    : clause.insert_after(clause.verb(), "not");
  return clause.note("command"), true;
}
bool negate_verb(EditedClause& clause) {
  clause.insert_do_not(*place_before(clause, clause.verb()));
  return clause.note("command"), true;
}

using CommandRule = Rule<Command, bool (*)(EditedClause&)>;
constexpr std::array kCommands{
    CommandRule{"formula", is_formula, refuse_command, "Thank you for the book."},
    CommandRule{"let's", is_lets, negate_lets, "Let's open the door."},
    CommandRule{"let us", is_let_us, negate_let_us, "Let us open the door."},
    CommandRule{"let there", is_let_there, refuse_command, "Let there be light."},
    CommandRule{"command with do", is_do, negate_do, "Do open the door."},
    CommandRule{"command with another form", has_other_form, refuse_command,
                "Cut the bread and ate it."},
    CommandRule{"command within a clause", is_within_clause, refuse_command,
                "In the morning open the door."},
    CommandRule{"command or phrase", may_be_another_phrase, refuse_command, "Rock music!"},
    CommandRule{"command", has_open_place, negate_verb, "Open the door."},
};

}  // namespace

bool negate_by_do(EditedClause& clause, const VerbForms& forms) {
  const auto form = do_form(clause, clause.verb(), forms);
  if (!form || may_be_phrase(clause, *form, forms)) return false;
  const auto place = place_before(clause, clause.verb());
  if (!place || !replace_by_bases(clause, form->support, forms)) return false;
  const char* negation = clause.contract() ? "n't" : " not";
  clause.insert_before(*place, std::string(form->support) + negation);
  return clause.note("do-support"), true;
}

bool negate_command(EditedClause& clause, const VerbForms& forms) {
  const auto* rule = first_rule(kCommands, Command{clause, forms});
  return rule && rule->result(clause);
}

RuleExamples command_examples() { return examples_of(kCommands); }

}  // namespace sonde
