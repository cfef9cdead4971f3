#include "workshop/language/edits/argument_swap.h"

#include <array>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/parse/moved_phrase.h"

namespace sonde {
namespace {

bool is_person(const Reading& reading, std::size_t head, const Lexicon& lexicon) {
  if (is_listed("pronouns_of_people", reading.word(head))) return true;
  const auto subscript = reading.subscript(head);
  if (subscript == "m" || subscript == "f" || subscript == "b") return true;
  const std::string text = reading.text(head);
  const bool noun = lexicon.has_form(reading.word(head), WordKind::kNoun);
  if (subscript.empty() && !noun && uncapitalised(text) != text) return true;  // an unknown name
  const auto category = lexicon.category(reading.word(head), WordKind::kNoun);
  return category == Category::kNounPerson || category == Category::kNounAnimal;
}

// Verbs that mean the same with subject and object exchanged.
bool is_symmetric(std::string_view base) {
  static const WordSet& kSymmetric = word_set("en", "symmetric_verbs");
  return kSymmetric.contains(base);
}

// The finite verb of a clause that gets another subject.
struct NewSubject {
  const Reading& reading;
  const TransitiveClause& clause;
  const VerbForms& forms;
  bool is_i;

  std::string finite() const { return std::string(reading.word(clause.finite())); }
  bool is_alone() const { return clause.auxiliaries.empty(); }
  bool is_plural() const { return clause.plural_object; }
  bool takes_base() const { return is_plural() || is_i; }
};

bool is_short_form(const NewSubject& one) { return one.finite().starts_with('\''); }
bool is_past_verb(const NewSubject& one) { return one.is_alone() && one.clause.past; }
bool is_present_verb(const NewSubject& one) { return one.is_alone(); }
bool is_past_of_be(const NewSubject& one) {
  return one.finite() == "was" || one.finite() == "were";
}
bool is_present_of_be(const NewSubject& one) {
  return one.finite() == "is" || one.finite() == "are" || one.finite() == "am";
}
bool is_has_or_have(const NewSubject& one) {
  return one.finite() == "has" || one.finite() == "have";
}
bool is_does_or_do(const NewSubject& one) { return one.finite() == "does" || one.finite() == "do"; }
bool is_other_auxiliary(const NewSubject&) { return true; }

std::string no_form(const NewSubject&) { return {}; }
std::string same_form(const NewSubject& one) { return one.finite(); }
std::string present_form(const NewSubject& one) {
  const auto form = one.takes_base() ? VerbForm::kBase : VerbForm::kThird;
  return one.forms.inflected(one.clause.base, form).value_or("");
}
std::string past_be(const NewSubject& one) { return be_form(true, one.is_plural(), one.is_i); }
std::string present_be(const NewSubject& one) { return be_form(false, one.is_plural(), one.is_i); }
std::string has_or_have(const NewSubject& one) { return one.takes_base() ? "have" : "has"; }
std::string does_or_do(const NewSubject& one) { return one.takes_base() ? "do" : "does"; }

// The finite verb in agreement with its new subject. Empty for a form that is not covered.
using AgreementRule = Rule<NewSubject, std::string (*)(const NewSubject&)>;
constexpr std::array kAgreement{
    AgreementRule{"swap: short form", is_short_form, no_form, "She's watching the boy."},
    AgreementRule{"swap: past", is_past_verb, same_form, "The man saw the boy."},
    AgreementRule{"swap: present", is_present_verb, present_form, "The man sees the boy."},
    AgreementRule{"swap: past of be", is_past_of_be, past_be, "The man was watching the boy."},
    AgreementRule{"swap: present of be", is_present_of_be, present_be,
                  "The man is watching the boy."},
    AgreementRule{"swap: has or have", is_has_or_have, has_or_have, "The man has seen the boy."},
    AgreementRule{"swap: does or do", is_does_or_do, does_or_do, "The man does see the boy."},
    AgreementRule{"swap: other auxiliary", is_other_auxiliary, same_form,
                  "The man will see the boy."},
};

// "Picked up the boy", but "picked him up".
std::string with_particle(const Reading& reading, const TransitiveClause& clause,
                          const std::string& object) {
  if (clause.particle == 0) return object;
  const std::string particle = reading.text(clause.particle);
  const bool pronoun = object == "me" || object == "him" || object == "her" || object == "us" ||
                       object == "them" || object == "you";
  const bool behind = pronoun || clause.particle >= clause.object.end;
  return behind ? joined({object, particle}) : joined({particle, object});
}

}  // namespace

bool has_persons(const Reading& reading, const TransitiveVerb& verb, const Lexicon& lexicon) {
  return is_person(reading, verb.main.subject, lexicon) && is_person(reading, verb.object, lexicon);
}

Outcome argument_swap(const Reading& reading, const TransitiveClause& clause,
                      const VerbForms& forms, const Lexicon& lexicon) {
  if (is_symmetric(clause.base)) return refused("verb that works both ways");
  const std::string subject = as_subject(reading, clause.object);
  const std::string object = as_object(reading, clause.subject, lexicon);
  if (object.empty()) return refused("name or word");
  const NewSubject one{reading, clause, forms, subject == "I"};
  const std::string finite = first_rule(kAgreement, one)->result(one);
  if (finite.empty()) return refused("form not covered");
  const bool simple = clause.auxiliaries.empty();
  const WordRange others{clause.finite() + 1, clause.verb + 1};
  const std::string verb = simple ? joined({reading.text(clause.adverbs), finite})
                                  : joined({finite, reading.text(others)});
  Outcome outcome{true};
  outcome.text = as_sentence(reading, joined({subject, verb, with_particle(reading, clause, object),
                                              reading.text(clause.tail)}));
  outcome.trace = reading.text(clause.subject) + " <-> " + reading.text(clause.object);
  return outcome;
}

RuleExamples argument_swap_examples() { return examples_of(kAgreement); }

}  // namespace sonde
