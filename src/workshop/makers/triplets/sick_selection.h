#pragma once

#include <vector>

#include "workshop/makers/sources.h"

namespace sonde {

// Which pairs of SICK have the same meaning in a like structure (sentence-triplets, section 2.2,
// item 5).
struct SickSelection {
  double min_relatedness = 4.5;
  double min_likeness = 0.6;  // 1 - Levenshtein distance in words / the longer length
};

// Pairs with entailment and this much relatedness and likeness, each first sentence once.
std::vector<SickPair> select_pairs(const Sources& sources, const SickSelection& selection);

}  // namespace sonde
