#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workshop/language/edits/word_swap.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/noun_place.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {

// A word or phrase that may be replaced, and by which.
struct SwapCandidate {
  std::size_t at = 0;
  std::vector<std::string> words{};  // in the same form
  std::size_t count = 1;             // of the words that are replaced: 2 of "next to"
  bool preposition = false;
};

// Decides by WordNet which words of a parsed sentence may be replaced.
class SwapCandidates {
 public:
  // Errors: kOutside if WordNet's files are not installed.
  SwapCandidates();
  SwapCandidates(const SwapCandidates&) = delete;
  SwapCandidates& operator=(const SwapCandidates&) = delete;

  // The words and prepositions that have a replacement. `linkages`: the best first.
  std::vector<SwapCandidate> find(SwapKind kind, const std::string& sentence,
                                  const std::vector<Linkage>& linkages) const;
  // Nouns of the same kind that also suit the words around them.
  std::vector<SwapCandidate> fit_nouns(const std::string& sentence, const Linkage& linkage,
                                       std::vector<SwapCandidate> candidates) const;

 private:
  std::vector<std::string> words_at(SwapKind kind, const std::string& sentence,
                                    const std::vector<Linkage>& linkages, std::size_t at) const;
  void add_prepositions(SwapKind kind, const std::string& sentence, const Linkage& linkage,
                        std::vector<SwapCandidate>& found) const;
  bool suits(SwapKind kind, const SwapPlace& place) const;
  bool has_rarer_sense(const SwapPlace& place) const;
  void keep_fit(const std::string& sentence, const Linkage& linkage,
                SwapCandidate& candidate) const;

  Lexicon lexicon_;
  ExampleSenses examples_;
  SenseCounts counts_;
  NounPlaces places_;
};

}  // namespace sonde
