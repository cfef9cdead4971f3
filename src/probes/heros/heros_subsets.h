#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace sonde {

// The subsets of the probe heros, in the order of an item's rows. A row is labelled with its
// subset's name.
enum Subset : std::size_t {
  kSynonym,
  kAntonym,
  kRandom,
  kTypo,
  kNegationMain,
  kNegationAntonym,
  kSubsets
};

inline constexpr std::array<std::string_view, kSubsets> kSubsetNames{
    "synonym", "antonym", "random", "typo", "negation_main", "negation_antonym"};

// Subsets that change the meaning: the synonym should be closer to the original.
inline constexpr std::array kMeaningChanged{kAntonym, kRandom, kNegationMain, kNegationAntonym};

enum HerosColumn : std::size_t { kSimilarity, kBaseline, kMargin, kHerosColumns };

// kSubsets if none has the name.
std::size_t subset_named(std::string_view name);

// One number per subset. NaN if it is missing or undefined.
using OfSubsets = std::array<double, kSubsets>;

// How clearly the similarities of an item are in the right order, row by row: the synonym's less
// that of a subset that changes the meaning, the typo's less the antonym's, and in the synonym's
// own row the smallest of the first, over the subsets that are `present`.
OfSubsets heros_margins(const OfSubsets& similarities, const std::array<bool, kSubsets>& present);

}  // namespace sonde
