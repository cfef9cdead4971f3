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

// Those that entail, with so high a relatedness and likeness; a first sentence once.
std::vector<SickPair> select_pairs(const Sources& sources, const SickSelection& selection);

}  // namespace sonde
