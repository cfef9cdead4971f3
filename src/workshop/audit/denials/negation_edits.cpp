// The rule `negation`: the main clause of a sentence is negated.
#include <algorithm>
#include <array>
#include <variant>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/rules.h"

namespace sonde {
namespace {

constexpr std::size_t kMostNegatedWords = 14;

struct NegationPlace {
  const RuleTools& tools;
  const AuditSentence& sentence;

  const WordSet& words(std::string_view list) const {
    return audit_words(tools.sources().language, list);
  }
  bool has(std::string_view list) const { return has_any_of(sentence, words(list)); }
  bool begins(std::string_view list) const { return begins_with_any(sentence, words(list)); }
  // Begins with a verb, as far as words show it.
  bool is_command() const {
    const auto& forms = tools.sources().forms;
    if (forms == nullptr || sentence.words().empty()) return false;
    const std::size_t first = first_of_command(sentence);
    const std::string& verb = sentence.words()[first].lower;
    const auto next = sentence.next_of(first);
    return forms->is_base(verb) && (forms->is_only_verb(verb) || may_follow_verb(next));
  }
};

// "Do not note that", "I would not like to" are unnatural.
bool has_verb_against_negation(const NegationPlace& place) {
  if (place.sentence.words().empty()) return true;
  const std::string& verb = place.sentence.words()[first_of_command(place.sentence)].lower;
  return place.words("prohibitions against").contains(verb) || place.has("wishes");
}

bool is_of_several_parts(const NegationPlace& place) {
  const auto& sources = place.tools.sources();
  return place.has("joins") || place.sentence.has_comma() || !place.sentence.is_single() ||
         (sources.forms != nullptr && has_second_part(place.sentence, sources));
}

// "Some are not" does not deny "some are", and "not five" leaves open how many.
bool is_about_some(const NegationPlace& place) {
  if (place.is_command()) return place.has("quantities");
  const auto is_count = [](const auto& word) { return is_number(word.lower); };
  return place.begins("quantities") || place.has("counts") ||
         std::ranges::any_of(place.sentence.words(), is_count);
}

bool is_english(const NegationPlace& place) { return place.tools.sources().forms != nullptr; }

// "Do not flip a coin" is improbable, and so is an advertisement that forbids.
bool is_unlikely_prohibition(const NegationPlace& place) {
  if (!is_english(place) || !place.is_command()) return false;
  const std::string& verb = place.sentence.words()[first_of_command(place.sentence)].lower;
  return !place.words("prohibited").contains(verb) || place.has("of adverts") ||
         place.has("of small steps");
}

// "The parcel arrived" is as likely as "The parcel did not arrive". "I can log in" is improbable.
bool is_lasting_negation(const NegationPlace& place) {
  return is_english(place) && place.sentence.has_negation() && !place.has("past negations");
}

struct NegationDoubt {
  bool (*holds)(const NegationPlace& place);
  std::string_view reason;
};
constexpr std::array kNegationDoubts{
    // Its negation often has the same meaning.
    NegationDoubt{[](const NegationPlace& one) {
                    return one.sentence.is_question() || one.begins("request starts") ||
                           one.begins("asks");
                  },
                  "a question"},
    NegationDoubt{
        [](const NegationPlace& one) { return one.sentence.words().size() > kMostNegatedWords; },
        "a long sentence"},
    NegationDoubt{is_unlikely_prohibition, "an improbable prohibition"},
    NegationDoubt{is_lasting_negation, "a negation that lasts"},
    NegationDoubt{is_about_some, "a sentence about some of many"},
    NegationDoubt{[](const NegationPlace& one) {
                    return one.has(one.is_command() ? "against a prohibition" : "against negation");
                  },
                  "a word that a negation does not go with"},
    NegationDoubt{has_verb_against_negation, "a verb that a negation does not go with"},
    NegationDoubt{[](const NegationPlace& one) { return one.begins("articles"); },
                  "a description of something"},
    NegationDoubt{is_of_several_parts, "a sentence with a second part"}};

// Empty if a negation is sure to change the meaning.
std::string_view why_not_negated(const NegationPlace& place) {
  for (const auto& doubt : kNegationDoubts) {
    if (doubt.holds(place)) return doubt.reason;
  }
  return {};
}

bool is_support(std::string_view word) {
  return word == "do" || word == "does" || word == "did" || word == "don't" || word == "doesn't" ||
         word == "didn't";
}

// Whether "do not", "does not" or "did not" was put before a word that may be another part of
// speech, or into a description like that of a photo: "Crane operators do not guide".
bool is_of_unsure_verb(const NegationPlace& place, const AuditSentence& made) {
  const auto& sentence = place.sentence;
  if (place.tools.sources().forms == nullptr) return false;
  const std::size_t at = shared_start(sentence, made);
  if (at == sentence.words().size() || at == made.words().size()) return false;
  const std::string& now = made.words()[at].lower;
  if (!is_support(now) || at <= first_of_command(place.sentence)) return false;  // a command
  const bool described = now != "did" && !place.begins("present support");
  return described || !is_sure_verb(sentence, at, place.tools.sources());
}

// "is not open", "are not included": only such a state has a probable denial.
bool is_unlikely_denial(const NegationPlace& place, const AuditSentence& made) {
  if (!is_english(place) || place.is_command() || place.sentence.has_negation()) return false;
  for (std::size_t word = 0; word + 1 < made.words().size(); ++word) {
    if (made.words()[word].lower != "not") continue;
    return !place.words("deniable").contains(made.words()[word + 1].lower);
  }
  return true;
}

// "may not", "a parent's not".
bool puts_not_after_other(const AuditSentence& made) {
  for (std::size_t word = 1; word < made.words().size(); ++word) {
    const auto before = made.before(word);
    const bool owner = before.ends_with("'s") && !is_audit_word("contracted", before);
    if (made.words()[word].lower == "not" && (owner || before == "may")) return true;
  }
  return false;
}

std::string joined_rules(const Negated& made) {
  std::string trace;
  for (const auto rule : made.rules) trace += (trace.empty() ? "" : ", ") + std::string(rule);
  return trace;
}

// The negation is taken away if there is one.
Negation negated_or_affirmed(RuleTools& tools, const AuditSentence& sentence) {
  const Negation& made = tools.negation_of(sentence);
  const auto* refusal = std::get_if<Refusal>(&made);
  const bool affirms =
      refusal != nullptr && *refusal == Refusal::kNegated && tools.sources().language == "en";
  return affirms ? tools.sources().negator->negate(sentence.text(), {.affirm = true}) : made;
}

}  // namespace

Outcome negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const NegationPlace place{tools, sentence};
  if (const auto why = why_not_negated(place); !why.empty()) return not_eligible(why);
  const Negation made = negated_or_affirmed(tools, sentence);
  if (const auto* refusal = std::get_if<Refusal>(&made)) return refused(reason(*refusal));
  const auto& negation = std::get<Negated>(made);
  const AuditSentence denial(negation.text);
  if (is_of_unsure_verb(place, denial)) return refused("the verb may be a noun or a participle");
  if (is_unlikely_denial(place, denial)) return refused("an improbable denial");
  if (puts_not_after_other(denial)) return refused("no auxiliary before the negation");
  const bool english = is_english(place);
  return {true,
          english ? with_no_after_there(negation.text) : negation.text,
          {},
          joined_rules(negation)};
}

}  // namespace sonde
