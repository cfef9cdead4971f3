#include "workshop/language/edits/passive.h"

#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/parse/moved_phrase.h"

namespace sonde {
namespace {

// "by" comes after so few words: "was put on the table by the man".
constexpr std::size_t kShortTail = 6;

bool is_me(const Reading& reading, WordRange object) {
  return object.end - object.first == 1 && reading.word(object.first) == "me";
}

// The auxiliaries before the participle. Empty for a form without a passive ("has been chasing").
std::string passive_auxiliaries(const Reading& reading, const TransitiveClause& clause) {
  const bool plural = clause.plural_object, me = is_me(reading, clause.object);
  const auto& chain = clause.auxiliaries;
  if (chain.empty()) return be_form(clause.past, plural, me);
  const std::string first(reading.word(chain.front()));
  const bool is_past = first == "was" || first == "were";
  const bool be = is_past || first == "is" || first == "are" || first == "am";
  static const WordSet& kModals = word_set("en", "passive_modals");
  const bool modal = kModals.contains(first);
  if (chain.size() == 2 && modal && reading.word(chain.back()) == "have") {
    return first + " have been";
  }
  if (chain.size() > 1) return {};
  if (be) return be_form(is_past, plural, me) + " being";
  if (first == "had") return "had been";
  if (first == "has" || first == "have") return plural || me ? "have been" : "has been";
  return modal ? first + " be" : std::string();
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

}  // namespace sonde
