#include "language/verb_synonym.h"

#include <algorithm>
#include <optional>
#include <set>

#include "language/verb_chain.h"
#include "language/word_class.h"

namespace sonde {
namespace {

using Set = std::vector<std::string>;

// A synonym must have been met so often in the sense, and mostly in this one, or share so many.
constexpr std::size_t kLeastCount = 3;
constexpr double kLeastShare = 0.6;
constexpr std::size_t kManyShared = 3;
constexpr std::size_t kFirstSenses = 3;

// Of so many senses that no context but an idiom's fixes one.
bool is_light(std::string_view verb) {
  static const std::set<std::string_view> kLight{
      "be",  "have", "do",  "get",  "make", "go",   "take",  "give", "put",  "come", "set",
      "let", "run",  "say", "keep", "hold", "turn", "bring", "lay",  "fall", "use"};
  return kLight.contains(verb);
}

// Synonyms that suit few of the verb's objects, or are hardly heard.
bool is_odd(std::string_view word) {
  static const std::set<std::string_view> kOdd{
      "recreate", "modernize",  "imbed",    "forego", "engage",    "ordain",   "retrieve",
      "equate",   "simulate",   "impute",   "allege", "beset",     "disrupt",  "chide",
      "denote",   "ejaculate",  "point",    "alert",  "awake",     "compound", "dictate",
      "occupy",   "apportion",  "merge",    "damn",   "withstand", "near",     "approach",
      "coax",     "photograph", "announce", "embody"};
  return kOdd.contains(word);
}

bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// "honor" and "honour", "photograph" and "photo".
bool is_spelling_of(std::string_view one, std::string_view other) {
  const std::size_t size = std::min(one.size(), other.size());
  const auto same = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size), other.begin())
          .first -
      one.begin());
  return same + 2 >= size || same >= 5;
}

// The sense by its number; nothing where a word has it not.
std::optional<std::size_t> number_of_sense(const std::string& word, const Set& set,
                                           const Lexicon& lexicon) {
  const auto senses = lexicon.senses_of(word, WordKind::kVerb);
  for (std::size_t i = 0; i < senses.size(); ++i) {
    if (std::ranges::equal(senses[i], set)) return i;
  }
  return std::nullopt;
}

std::size_t shared_senses(const std::string& base, const std::string& word,
                          const Lexicon& lexicon) {
  const auto senses = lexicon.senses_of(base, WordKind::kVerb);
  return static_cast<std::size_t>(std::ranges::count_if(
      senses,
      [&](std::span<const std::string> sense) { return std::ranges::count(sense, word) > 0; }));
}

// Whether the word is mostly heard in the sense of the set, and the verb often. A word that is a
// noun or an adjective too is heard as such ("dog", "alert"), unless the two share several senses.
bool is_common(const std::string& base, const std::string& word, const Set& set,
               const VerbLexicon& words) {
  const auto of_base = number_of_sense(base, set, words.lexicon);
  const auto of_word = number_of_sense(word, set, words.lexicon);
  if (!of_base || !of_word) return false;
  const auto count = [&](std::size_t sense) { return words.counts.of_verb(word, sense); };
  std::size_t all = 0;
  const std::size_t senses = words.lexicon.senses_of(word, WordKind::kVerb).size();
  for (std::size_t i = 0; i < senses; ++i) all += count(i);
  const std::size_t shared = shared_senses(base, word, words.lexicon);
  if (count(*of_word) < kLeastCount) return false;
  if (shared >= kManyShared) return true;
  const bool mostly = static_cast<double>(count(*of_word)) > kLeastShare * static_cast<double>(all);
  return mostly && *of_base < kFirstSenses && words.counts.of_verb(base, *of_base) > 0 &&
         (shared > 1 || words.forms.is_only_verb(word));
}

// Of a sentence whose sense is not known: the verb has one sense, and the synonym hardly another.
bool is_sure(const std::string& base, const std::string& word, const Lexicon& lexicon) {
  return lexicon.senses_of(base, WordKind::kVerb).size() == 1 &&
         lexicon.senses_of(word, WordKind::kVerb).size() <= 2;
}

struct Candidates {
  bool any = false;  // whether there is a synonym
  std::vector<std::string> good{};
};

Candidates candidates(const std::string& base, std::string_view sentence,
                      const VerbLexicon& words) {
  std::vector<Set> sets;
  for (const auto& sense : words.examples.senses(sentence)) {
    const bool ours = sense.kind == WordKind::kVerb && std::ranges::count(sense.words, base) > 0;
    if (ours) sets.push_back(sense.words);
  }
  const auto senses = words.lexicon.senses_of(base, WordKind::kVerb);
  const bool known = !sets.empty();
  if (!known && !senses.empty()) sets.emplace_back(senses.front().begin(), senses.front().end());
  Candidates found;
  for (const auto& set : sets) {
    for (const auto& word : set) {
      if (word == base || !is_plain(word)) continue;
      found.any = true;
      const bool sure = known || is_sure(base, word, words.lexicon);
      if (sure && !is_light(word) && !is_odd(word) && !is_spelling_of(base, word) &&
          is_common(base, word, set, words)) {
        found.good.push_back(word);
      }
    }
  }
  return found;
}

std::optional<VerbForm> form_of(const Reading& reading, const std::vector<std::size_t>& chain,
                                const std::string& base, bool singular, const VerbForms& forms) {
  const std::string_view word = reading.word(chain.back());
  if (chain.size() == 1) {
    const bool tagged = reading.subscript(chain.back()).ends_with("-d");
    if (word == base) return tagged || singular ? std::nullopt : std::optional(VerbForm::kBase);
    if (singular && forms.base_of_third(word) == base) return VerbForm::kThird;
    return tagged ? std::optional(VerbForm::kPast) : std::nullopt;
  }
  const ParsedLink* link = reading.left(chain.back(), "|I|PP|P|");
  if (!link) return std::nullopt;
  if (link->type == "I") return word == base ? std::optional(VerbForm::kBase) : std::nullopt;
  if (link->type == "PP" || link->rest.starts_with('v')) return VerbForm::kParticiple;
  return link->rest.starts_with('g') ? std::optional(VerbForm::kGerund) : std::nullopt;
}

// "look at": the preposition may not suit the synonym.
bool has_preposition(const Reading& reading, std::size_t verb) {
  return std::ranges::any_of(reading.linkage().links, [&](const ParsedLink& link) {
    return link.left == verb && link.right == verb + 1 && link.type == "MV" &&
           reading.right(link.right, "|J|");
  });
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
  const Candidates found = candidates(base, reading.sentence(), words);
  if (!found.any) return {not_eligible("no synonym")};
  if (has_joined_verbs(reading, *main, verb)) return {refused("several verbs")};
  if (is_light(base)) return {refused("verb of many senses")};
  if (found.good.empty()) return {refused("no common synonym for sure")};
  if (reading.right(verb, "|K|")) return {refused("verb with a particle")};
  if (has_preposition(reading, verb)) return {refused("verb with a preposition")};
  const auto form = form_of(reading, chain, base, main->singular, words.forms);
  if (!form) return {refused("form not known")};
  VerbSynonyms made{refused("no synonym fits")};
  for (const auto& word : found.good) {
    const auto verb_form = inflected(words.forms, word, *form);
    if (!verb_form) continue;
    const auto& place = reading.linkage().words[verb];
    Outcome one{true, std::string(reading.sentence()), {}, base + " -> " + word};
    one.text.replace(place.begin, place.end - place.begin, *verb_form);
    made.sentences.push_back(std::move(one));
  }
  return made;
}

}  // namespace sonde
