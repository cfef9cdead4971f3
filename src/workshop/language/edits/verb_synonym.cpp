#include "workshop/language/edits/verb_synonym.h"

#include <algorithm>
#include <optional>

#include "workshop/language/lexicon/word_class.h"
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

struct Candidates {
  bool any = false;  // whether there is a synonym
  std::vector<std::string> good{};
};

// If the sense is known, by WordNet's example, the listed ones that have it too. Otherwise those
// that suit the frame in any sense.
Candidates candidates(const Reading& reading, std::size_t verb, const std::string& base,
                      const VerbLexicon& words) {
  std::vector<std::string> of_sense;
  bool known = false;
  for (const auto& sense : words.examples.senses(reading.sentence())) {
    if (sense.kind != WordKind::kVerb || std::ranges::count(sense.words, base) == 0) continue;
    known = true;
    std::ranges::copy(sense.words, std::back_inserter(of_sense));
  }
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

}  // namespace

VerbSynonyms verb_synonyms(const Reading& reading, const VerbLexicon& words) {
  const auto main = main_statement(reading);
  if (!main) return {not_eligible("no statement")};
  const auto chain = verb_chain(reading, main->verbs.front());
  const std::size_t verb = chain.back();
  const std::string base = base_of_chain(reading, chain, words.forms);
  const bool copula = is_a(WordClass::kBe, reading.word(verb)) || base == "be";
  if (copula || is_a(WordClass::kModal, reading.word(verb))) return {not_eligible("copula")};
  const Candidates found = candidates(reading, verb, base, words);
  if (!found.any) return {not_eligible("no synonym")};
  if (has_joined_verbs(reading, *main, verb)) return {refused("several verbs")};
  if (reading.word(verb) == "own") return {refused("hardly a verb")};  // "makes her own clothes"
  if (found.good.empty()) return {refused("no synonym for sure")};
  if (reading.right(verb, "|K|")) return {refused("verb with a particle")};
  const auto form = form_of_chain(reading, chain, base, main->singular, words.forms);
  if (!form) return {refused("form not known")};
  VerbSynonyms made{refused("no synonym fits")};
  for (const auto& word : found.good) {
    const auto verb_form = words.forms.inflected(word, *form);
    if (!verb_form) continue;
    const auto& place = reading.linkage().words[verb];
    Outcome one{true, std::string(reading.sentence()), {}, base + " -> " + word};
    one.text.replace(place.begin, place.end - place.begin, *verb_form);
    made.sentences.push_back(std::move(one));
  }
  return made;
}

}  // namespace sonde
