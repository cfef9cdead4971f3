#pragma once

#include "compare/joint_task.h"
#include "sonde/comparison.h"

namespace sonde {

// The items on which the second of two subjects does best and worst beside the first: `most` each
// way. Ids and texts are left to the caller; `keys` gets the items' keys, the better ones first.
Moves find_moves(const Probe& probe, const Frame& frame, const Table& first, const Table& second,
                 std::size_t most, std::vector<std::uint64_t>& keys);

// Spearman's correlation of each measurement of two subjects over the rows that both have.
std::vector<SubjectCorrelation> correlations(const Probe& probe, const Frame& frame,
                                             const Table& first, const Table& second,
                                             const Resampler& resampler);

}  // namespace sonde
