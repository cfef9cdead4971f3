#include "workshop/language/edits/passive.h"

#include <array>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/parse/moved_phrase.h"

namespace sonde {
namespace {

// "by" comes after so few words: "was put on the table by the man".
constexpr std::size_t kShortTail = 6;

// The auxiliaries of a clause, before an object that becomes the subject.
struct ActiveChain {
  const Reading& reading;
  const TransitiveClause& clause;

  std::size_t size() const { return clause.auxiliaries.size(); }
  std::string first() const { return std::string(reading.word(clause.auxiliaries.front())); }
  bool is_modal() const { return is_listed("passive_modals", first()); }
  bool becomes_i() const {
    const WordRange& object = clause.object;
    return object.end - object.first == 1 && reading.word(object.first) == "me";
  }
  std::string be(bool past) const { return be_form(past, clause.plural_object, becomes_i()); }
};

bool has_no_auxiliary(const ActiveChain& chain) { return chain.size() == 0; }
bool is_modal_have(const ActiveChain& chain) {
  return chain.size() == 2 && chain.is_modal() &&
         chain.reading.word(chain.clause.auxiliaries.back()) == "have";
}
bool has_several_auxiliaries(const ActiveChain& chain) { return chain.size() > 1; }
bool is_past_of_be(const ActiveChain& chain) {
  return chain.first() == "was" || chain.first() == "were";
}
bool is_present_of_be(const ActiveChain& chain) {
  return chain.first() == "is" || chain.first() == "are" || chain.first() == "am";
}
bool is_had(const ActiveChain& chain) { return chain.first() == "had"; }
bool is_has_or_have(const ActiveChain& chain) {
  return chain.first() == "has" || chain.first() == "have";
}
bool is_modal(const ActiveChain& chain) { return chain.is_modal(); }

std::string be_in_tense(const ActiveChain& chain) { return chain.be(chain.clause.past); }
std::string modal_have_been(const ActiveChain& chain) { return chain.first() + " have been"; }
std::string no_passive(const ActiveChain&) { return {}; }
std::string past_being(const ActiveChain& chain) { return chain.be(true) + " being"; }
std::string present_being(const ActiveChain& chain) { return chain.be(false) + " being"; }
std::string had_been(const ActiveChain&) { return "had been"; }
std::string have_been(const ActiveChain& chain) {
  return chain.clause.plural_object || chain.becomes_i() ? "have been" : "has been";
}
std::string modal_be(const ActiveChain& chain) { return chain.first() + " be"; }

using PassiveRule = Rule<ActiveChain, std::string (*)(const ActiveChain&)>;
constexpr std::array kPassiveAuxiliaries{
    PassiveRule{"active without auxiliary", has_no_auxiliary, be_in_tense,
                "The man broke the window."},
    PassiveRule{"active modal with have", is_modal_have, modal_have_been,
                "The man may have broken the window."},
    PassiveRule{"active with several auxiliaries", has_several_auxiliaries, no_passive,
                "The man has been breaking the window."},
    PassiveRule{"active past of be", is_past_of_be, past_being, "The man was breaking the window."},
    PassiveRule{"active present of be", is_present_of_be, present_being,
                "The man is breaking the window."},
    PassiveRule{"active had", is_had, had_been, "The man had broken the window."},
    PassiveRule{"active has or have", is_has_or_have, have_been, "The man has broken the window."},
    PassiveRule{"active modal", is_modal, modal_be, "The man will break the window."},
};

// The auxiliaries before the participle. Empty for a form without a passive ("has been chasing").
std::string passive_auxiliaries(const Reading& reading, const TransitiveClause& clause) {
  const ActiveChain chain{reading, clause};
  const auto* rule = first_rule(kPassiveAuxiliaries, chain);
  return rule ? rule->result(chain) : std::string();
}

// One preposition, of place or the like, with its complement, or a particle.
bool is_short_phrase(const Reading& reading, WordRange tail) {
  static const WordSet& kPrepositions = word_set("en", "prepositions_of_short_phrases");
  static const WordSet& kParticles = word_set("en", "particles_of_short_phrases");
  if (tail.end == tail.first + 1 &&
      (kParticles.contains(reading.word(tail.first)) || reading.subscript(tail.first) == "e" ||
       reading.word(tail.first).ends_with("ly"))) {
    return true;  // "was played masterfully by the boy"
  }
  return !tail.empty() && tail.end - tail.first <= kShortTail &&
         kPrepositions.contains(reading.word(tail.first)) && reading.left(tail.first, "|MV|");
}

}  // namespace

Outcome passive(const Reading& reading, const TransitiveClause& clause, const VerbForms& forms,
                const Lexicon& lexicon) {
  const std::string auxiliaries = passive_auxiliaries(reading, clause);
  if (auxiliaries.empty()) return refused("form not covered");
  const std::string agent = as_object(reading, clause.subject, lexicon);
  if (agent.empty()) return refused("name or word");
  const auto participle = forms.inflected(clause.base, VerbForm::kParticiple);
  if (!participle) return refused("participle not known");
  const std::string particle = clause.particle ? reading.text(clause.particle) : std::string();
  const std::string verb =
      joined({auxiliaries, reading.text(clause.adverbs), *participle, particle});
  const std::string by = "by " + agent, tail = reading.text(clause.tail);
  const std::string rest =
      is_short_phrase(reading, clause.tail) ? joined({tail, by}) : joined({by, tail});
  Outcome outcome{true};
  outcome.text = as_sentence(reading, joined({as_subject(reading, clause.object), verb, rest}));
  outcome.trace = reading.text(WordRange{clause.finite(), clause.verb + 1}) + " -> " +
                  joined({auxiliaries, *participle});
  return outcome;
}

RuleExamples passive_examples() { return examples_of(kPassiveAuxiliaries); }

}  // namespace sonde
