// When a value is good, at chance, or undecided.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sonde/comparison.h"

namespace sonde {

// How a value compares with chance and with counting words.
enum class Level : std::uint8_t {
  kGood,
  kBetter,      // than chance, and than counting words
  kNoBetter,    // than counting words, though better than chance
  kAtChance,    // the interval is close to chance
  kCannotTell,  // the interval is too wide, or the items are too few
  kWorse,       // than chance
  kUndecided    // too many ties
};

// The p-value of the test against chance, uncorrected.
double p_of_chance(const Evidence& of, const Result& result);

// 0 at chance, 1 at the best possible value.
double position_of(const Evidence& of, const Result& result);

// `p`: of the test against chance, corrected for the number of rows.
Level level_of(const OverviewQuestion& question, std::size_t subject, double p, double position);

// The number of items that gives power 80% if the value is the truth: for a test corrected for
// `tests` rows, or for an interval close to chance. NaN: more than anyone collects.
double items_to_tell(const Evidence& of, const Result& result, std::size_t tests);

}  // namespace sonde
