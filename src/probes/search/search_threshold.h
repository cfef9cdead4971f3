#pragma once

#include <vector>

#include "sonde/probe.h"

namespace sonde {

// From which similarity a search should show the closest passage of the corpus. It would show a
// wrong one to a query whose passage is missing. Of a subject with vectors, for wrong passages
// shown to 1% and 5% of queries (suffixes _1 and _5):
//   show_threshold   the similarity that this share of the nearest other passages exceeds
//   wrong_shown      the share of queries with another passage above it, cross-fitted
//   right_shown      the share of queries whose own passage is first and above it, cross-fitted
// With a threshold the shares at or above it (_given). A passage that ties is not first.
void add_show_threshold(const Frame& frame, const Table& table, const Resampler& resampler,
                        double threshold, std::vector<Result>& results);

}  // namespace sonde
