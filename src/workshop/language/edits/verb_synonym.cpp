#include "workshop/language/edits/verb_synonym.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// The frame after a verb.
VerbFrame frame_of(const Reading& reading, std::size_t verb) {
  const ParsedLink* be = reading.left(verb, "|P|");
  const bool passive = be && be->rest.starts_with('v');
  const bool infinitive = reading.right(verb, "|TO|IV|");
  if (passive || reading.right(verb, "|O|OD|OT|OX|")) {
    return infinitive ? VerbFrame::kObjectInfinitive : VerbFrame::kObject;
  }
  if (infinitive) return VerbFrame::kInfinitive;
  if (reading.right(verb, "|C|CV|TH|QI|TS|TI|")) return VerbFrame::kClause;
  return reading.right(verb, "|P|PF|") ? VerbFrame::kAdjective : VerbFrame::kAlone;
}

// The words of the sense that a verb has in WordNet's example. Nothing: the sentence is none.
std::optional<std::vector<std::string>> words_of_example(std::string_view sentence,
                                                         const std::string& base,
                                                         const ExampleSenses& examples) {
  std::optional<std::vector<std::string>> words;
  for (const auto& sense : examples.senses(sentence)) {
    if (sense.kind != WordKind::kVerb || std::ranges::count(sense.words, base) == 0) continue;
    if (!words) words.emplace();
    std::ranges::copy(sense.words, std::back_inserter(*words));
  }
  return words;
}

struct Candidates {
  bool any = false;  // whether there is a synonym
  std::vector<std::string> good{};
};

// If the sense is known, by WordNet's example, the listed ones that have it too. Otherwise those
// that suit the frame in any sense.
Candidates candidates(const Reading& reading, std::size_t verb, const std::string& base,
                      const VerbLexicon& words) {
  const auto of_example = words_of_example(reading.sentence(), base, words.examples);
  const bool known = of_example.has_value();
  std::vector<std::string> of_sense = of_example.value_or(std::vector<std::string>());
  const auto senses = words.lexicon.senses_of(base, WordKind::kVerb);
  if (!known && !senses.empty()) of_sense.assign(senses.front().begin(), senses.front().end());
  Candidates found;
  found.any = std::ranges::any_of(
      of_sense, [&](const std::string& word) { return word != base && is_plain_word(word); });
  const VerbFrame frame = frame_of(reading, verb);
  for (const auto& synonym : listed_synonyms(base)) {
    const bool shared = !known || std::ranges::count(of_sense, synonym.word) > 0;
    if (shared && synonym.suits(frame, known)) found.good.push_back(synonym.word);
  }
  return found;
}

// The main verb of a statement, and the words that may replace it.
struct MainVerb {
  const Reading& reading;
  const Clause& main;
  std::vector<std::size_t> chain;
  std::string base;
  Candidates candidates{};

  std::size_t at() const { return chain.back(); }
  std::string_view word() const { return reading.word(at()); }
};

bool is_copula(const MainVerb& verb) {
  return is_a(WordClass::kBe, verb.word()) || verb.base == "be";
}
bool is_modal_alone(const MainVerb& verb) { return is_a(WordClass::kModal, verb.word()); }
bool has_no_synonym(const MainVerb& verb) { return !verb.candidates.any; }
bool is_among_verbs(const MainVerb& verb) {
  return has_joined_verbs(verb.reading, verb.main, verb.at());
}
// "Makes her own clothes".
bool is_own(const MainVerb& verb) { return verb.word() == "own"; }
bool has_no_sure_synonym(const MainVerb& verb) { return verb.candidates.good.empty(); }
bool has_particle(const MainVerb& verb) { return verb.reading.right(verb.at(), "|K|"); }

// Why a verb is not replaced.
struct Obstacle {
  bool eligible;
  std::string_view reason;
};
using VerbRule = Rule<MainVerb, Obstacle>;
constexpr std::array kVerbsWithoutSynonym{
    VerbRule{"copula", is_copula, {false, "copula"}, "The man is old."},
    VerbRule{"modal alone", is_modal_alone, {false, "copula"}, "I ought to."},
    VerbRule{"verb without a synonym", has_no_synonym, {false, "no synonym"}, "The man sneezed."},
    VerbRule{"synonym of several verbs",
             is_among_verbs,
             {true, "several verbs"},
             "The man bought and sold the house."},
    VerbRule{"own", is_own, {true, "hardly a verb"}, "The men own the house."},
    VerbRule{"verb without a sure synonym",
             has_no_sure_synonym,
             {true, "no synonym for sure"},
             "The man broke the window."},
    VerbRule{"verb with a particle and a synonym",
             has_particle,
             {true, "verb with a particle"},
             "He shut down the shop."},
};

// The sentence with another form in the verb's place.
Outcome with_synonym(const MainVerb& verb, const std::string& synonym, const std::string& form) {
  const auto& place = verb.reading.linkage().words[verb.at()];
  Outcome made{true, std::string(verb.reading.sentence()), {}, verb.base + " -> " + synonym};
  made.text.replace(place.begin, place.end - place.begin, form);
  return made;
}

}  // namespace

VerbSynonyms verb_synonyms(const Reading& reading, const VerbLexicon& words) {
  const auto main = main_statement(reading);
  if (!main) return {not_eligible("no statement")};
  const auto chain = verb_chain(reading, main->verbs.front());
  MainVerb verb{reading, *main, chain, base_of_chain(reading, chain, words.forms)};
  verb.candidates = candidates(reading, verb.at(), verb.base, words);
  if (const auto* rule = first_rule(kVerbsWithoutSynonym, verb)) {
    return {{rule->result.eligible, {}, rule->result.reason}};
  }
  const auto form = form_of_chain(reading, chain, verb.base, main->singular, words.forms);
  if (!form) return {refused("form not known")};
  VerbSynonyms made{refused("no synonym fits")};
  for (const auto& synonym : verb.candidates.good) {
    const auto inflected = words.forms.inflected(synonym, *form);
    if (inflected) made.sentences.push_back(with_synonym(verb, synonym, *inflected));
  }
  return made;
}

RuleExamples verb_synonym_examples() { return examples_of(kVerbsWithoutSynonym); }

}  // namespace sonde
