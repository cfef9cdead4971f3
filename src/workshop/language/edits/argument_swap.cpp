#include "workshop/language/edits/argument_swap.h"

#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/parse/moved_phrase.h"

namespace sonde {
namespace {

bool is_person(const Reading& reading, std::size_t head, const Lexicon& lexicon) {
  if (reading.is_one_of(head, {"i", "he", "she", "we", "they", "you", "me", "him", "her", "us",
                               "them", "someone", "somebody"})) {
    return true;
  }
  const auto subscript = reading.subscript(head);
  if (subscript == "m" || subscript == "f" || subscript == "b") return true;
  const std::string text = reading.text(head);
  const bool noun =
      lexicon.has(lexicon.base_of(reading.word(head), WordKind::kNoun), WordKind::kNoun);
  if (subscript.empty() && !noun && uncapitalised(text) != text) return true;  // an unknown name
  const auto category = lexicon.category(reading.word(head), WordKind::kNoun);
  return category == Category::kNounPerson || category == Category::kNounAnimal;
}

// Verbs that mean the same with subject and object exchanged.
bool is_symmetric(std::string_view base) {
  static const WordSet& kSymmetric = word_set("en", "symmetric_verbs");
  return kSymmetric.contains(base);
}

// The finite verb in agreement with its new subject. Empty for a form that is not covered.
std::string agreeing(const Reading& reading, const TransitiveClause& clause, bool plural, bool me,
                     const VerbForms& forms) {
  const std::string finite(reading.word(clause.finite()));
  if (finite.starts_with('\'')) return {};
  const bool base = plural || me;
  if (clause.auxiliaries.empty()) {
    if (clause.past) return finite;
    return forms.inflected(clause.base, base ? VerbForm::kBase : VerbForm::kThird).value_or("");
  }
  const bool past = finite == "was" || finite == "were";
  if (past || finite == "is" || finite == "are" || finite == "am") {
    return be_form(past, plural, me);
  }
  if (finite == "has" || finite == "have") return base ? "have" : "has";
  if (finite == "does" || finite == "do") return base ? "do" : "does";
  return finite;
}

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
  const std::string finite = agreeing(reading, clause, clause.plural_object, subject == "I", forms);
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

}  // namespace sonde
