#pragma once

#include <span>
#include <vector>

#include "probes/heros/heros_subsets.h"
#include "sonde/probe.h"

namespace sonde {

// The results of the probe heros from its measurements (columns: HerosColumn). Errors: kInput if
// rows or columns are not those of its items.
std::vector<Result> summarise_heros(const Frame& frame, std::span<const Table> tables,
                                    const Resampler& resampler);

// The two edits that the question names.
std::vector<ItemOutcome> heros_outcomes(const Evidence& question, const Frame& frame,
                                        const Table& table);

// An original is worth the margin of its synonym.
Scores heros_scores(const Frame& frame, const Table& table);

}  // namespace sonde
