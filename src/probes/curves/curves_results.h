#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "probes/curves/curves_options.h"
#include "sonde/probe.h"

namespace sonde {

// The labels of the rows: variants with the same meaning, and variants that change it.
inline constexpr std::string_view kFuzz = "fuzz";
inline constexpr std::string_view kNegation = "negation";

// The results of each subject in each slice.
std::vector<Result> summarise_curves(const Frame& frame, std::span<const Table> tables,
                                     const Resampler& resampler, const CurvesOptions& options);

// Both density curves of each subject over all items.
std::vector<Series> curves_of(const Frame& frame, std::span<const Table> tables,
                              const CurvesOptions& options);

// Each filler word of an item against each of its negations.
std::vector<ItemOutcome> curves_outcomes(const Frame& frame, const Table& table);

// How far an item's fuzzed variants are above its negated ones, on average.
Scores separations(const Frame& frame, const Table& table);

}  // namespace sonde
