#include "workshop/language/edits/swap_candidates.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/lexicons/wordnet.h"
#include "workshop/language/edits/swap_forms.h"
#include "workshop/language/edits/swap_preposition.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

// Linkages that cost so little more must take the word for the same kind.
constexpr double kSlight = 0.5;

// Whether all linkages that are as good take the word for the same, and no other word belongs to
// it: "car park".
bool is_sure(const std::vector<Linkage>& linkages, std::size_t at) {
  const ParsedWord& word = linkages.front().words[at];
  for (const auto& link : linkages.front().links) {
    if (link.type == "AN" && (link.left == at || link.right == at)) return false;
  }
  return std::all_of(linkages.begin() + 1, linkages.end(), [&](const Linkage& other) {
    if (other.cost > linkages.front().cost + kSlight) return true;
    return std::any_of(other.words.begin(), other.words.end(), [&](const ParsedWord& same) {
      return same.begin == word.begin && same.end == word.end && kind_of(same) == kind_of(word);
    });
  });
}

}  // namespace

SwapCandidates::SwapCandidates()
    : lexicon_(kWordNetFolder),
      examples_(kWordNetFolder),
      counts_(kWordNetFolder),
      places_(kWordNetFolder, lexicon_, counts_) {}

std::vector<SwapCandidate> SwapCandidates::find(SwapKind kind, const std::string& sentence,
                                                const std::vector<Linkage>& linkages) const {
  std::vector<SwapCandidate> found;
  for (std::size_t at = 0; at < linkages.front().words.size(); ++at) {
    SwapCandidate candidate{at, words_at(kind, sentence, linkages, at)};
    if (!candidate.words.empty()) found.push_back(std::move(candidate));
  }
  if (kind != SwapKind::kNoun) add_prepositions(kind, sentence, linkages.front(), found);
  return found;
}

std::vector<std::string> SwapCandidates::words_at(SwapKind kind, const std::string& sentence,
                                                  const std::vector<Linkage>& linkages,
                                                  std::size_t at) const {
  const Linkage& best = linkages.front();
  const ParsedWord& word = best.words[at];
  const auto of = kind_of(word);
  const bool name = word.begin > 0 && ascii::is_upper(sentence[word.begin]);
  if (!of || name || !is_plain_word(word.text)) return {};
  const SwapPlace place{sentence, best, at, *of, lexicon_, places_};
  if (!suits(kind, place)) return {};
  std::vector<std::string> words;
  if (is_sure(linkages, at)) words = replacing_forms(kind, place);
  return words.empty() ? replacing_concrete_adjective(kind, place) : words;
}

void SwapCandidates::add_prepositions(SwapKind kind, const std::string& sentence,
                                      const Linkage& linkage,
                                      std::vector<SwapCandidate>& found) const {
  for (std::size_t at = 1; at + 1 < linkage.words.size(); ++at) {
    const SwapPlace place{sentence, linkage, at, WordKind::kAdverb, lexicon_, places_};
    const auto swap = preposition_swap(kind, place);
    if (swap.words > 0) found.push_back({at, {std::string(swap.other)}, swap.words, true});
  }
}

std::vector<SwapCandidate> SwapCandidates::fit_nouns(const std::string& sentence,
                                                     const Linkage& linkage,
                                                     std::vector<SwapCandidate> candidates) const {
  for (auto& candidate : candidates) keep_fit(sentence, linkage, candidate);
  std::erase_if(candidates, [](const SwapCandidate& one) { return one.words.empty(); });
  return candidates;
}

bool SwapCandidates::suits(SwapKind kind, const SwapPlace& place) const {
  if (kind == SwapKind::kSynonym) return true;
  if (kind == SwapKind::kNoun && place.kind != WordKind::kNoun) return false;
  if (has_rarer_sense(place)) return false;
  return kind != SwapKind::kAntonym || !is_unfit_for_antonym(place);
}

// Leaves the nouns that suit the place.
void SwapCandidates::keep_fit(const std::string& sentence, const Linkage& linkage,
                              SwapCandidate& candidate) const {
  const std::string noun = lexicon_.base_of(linkage.words[candidate.at].text, WordKind::kNoun);
  if (!places_.has_sure_sense(noun) || places_.is_held_by_parse(sentence, linkage, candidate.at)) {
    candidate.words.clear();
  }
  std::erase_if(candidate.words, [&](const std::string& form) {
    const std::string other = lexicon_.base_of(form, WordKind::kNoun);
    return places_.is_held_by_words(linkage, candidate.at, noun, other);
  });
}

// Whether the sentence is WordNet's example for another sense of the word than its most frequent
// one: "a close contest".
bool SwapCandidates::has_rarer_sense(const SwapPlace& place) const {
  const std::string base = lexicon_.base_of(place.word(), place.kind);
  return std::ranges::any_of(examples_.senses(place.sentence),
                             [&](const ExampleSenses::Sense& sense) {
                               return std::ranges::count(sense.words, base) > 0 &&
                                      (sense.kind != place.kind ||
                                       !lexicon_.is_first_sense(base, place.kind, sense.offset));
                             });
}

}  // namespace sonde
