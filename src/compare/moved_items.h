#pragma once

#include <array>
#include <optional>
#include <span>

#include "compare/joint_task.h"
#include "sonde/comparison.h"

namespace sonde {

// The items on which the second of two subjects does best and worst compared with the first: `most`
// each way. Ids and texts are left to the caller. `items` gets the items' numbers, the better ones
// first.
Moves find_moves(const Probe& probe, const Frame& frame, const Table& first, const Table& second,
                 std::size_t most, std::vector<std::uint32_t>& items);

// The same for the first two chosen on a task, with ids and texts as in the first one's run.
// Nothing if one of them was not measured.
std::optional<Moves> told_moves(std::span<const NamedRun> runs, const CommonTask& task,
                                const JointTask& joint, const Chosen& first, std::size_t most);

// The same on the task that both have of a data set, by a probe or one of the same joint form.
std::optional<Moves> moves_between(std::span<const NamedRun> runs,
                                   const std::array<Chosen, 2>& chosen, const std::string& probe,
                                   const std::string& dataset, std::size_t most);

// Spearman's correlation of each measurement of two subjects over the rows that both have.
std::vector<SubjectCorrelation> correlations(const Probe& probe, const Frame& frame,
                                             const Table& first, const Table& second,
                                             const Resampler& resampler);

}  // namespace sonde
