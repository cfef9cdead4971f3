#pragma once

#include <vector>

#include "sonde/probe.h"
#include "sonde/resampling.h"

namespace sonde {

// From which similarity a search should show the closest passage of the corpus as its answer. A
// query whose passage is missing from the corpus would get another one: a false answer. Of a
// subject with vectors, for false answers to 1% and 5% of queries (suffixes _1 and _5):
//   answer_threshold   the similarity that this share of the nearest other passages exceeds
//   false_answers      the share of queries with another passage above it, cross-fitted
//   right_answers      the share of queries whose own passage is first and above it, cross-fitted
// With a threshold the shares at or above it (_given). A passage that ties is not first.
void add_answers(const Frame& frame, const Table& table, const Resampler& resampler,
                 double threshold, std::vector<Result>& results);

}  // namespace sonde
