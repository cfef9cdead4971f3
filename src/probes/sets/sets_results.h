#pragma once

#include <span>
#include <vector>

#include "probes/sets/sets_options.h"
#include "sonde/probe.h"

namespace sonde {

// The results of all subjects. See docs/reference/probes/sets.md. Errors: kInput if the
// measurements are not of the probe's samples.
std::vector<Result> summarise_sets(const Frame& frame, std::span<const Table> tables,
                                   const Resampler& resampler, const SetsOptions& options);
std::vector<Series> series_of_sets(const Frame& frame, std::span<const Table> tables);

// How clearly an item's overlaps and differences satisfy C1 and C3: the mean of the smaller
// margins.
Scores sets_scores(const Frame& frame, const Table& table);

// C1, C3 or C6, sample by sample.
std::vector<ItemOutcome> sets_outcomes(const Evidence& question, const Frame& frame,
                                       const Table& table, const SetsOptions& options);

}  // namespace sonde
