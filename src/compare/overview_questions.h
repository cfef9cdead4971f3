#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "compare/item_sample.h"
#include "compare/joint_task.h"
#include "sonde/comparison.h"

namespace sonde {

// The tables of subjects that were measured, each with its subject's number in the overview.
using MeasuredTables = std::vector<std::pair<std::size_t, Table>>;

// The questions of a task, which is in the run file under `number`. Subjects that were not measured
// have blank results. Outcomes are of the shown items.
struct QuestionedTask {
  const JointTask& joint;
  const OverviewTask& task;
  const MeasuredTables& tables;
  const ItemSample& shown;
  const RunFile& file;
  std::uint32_t number;
  std::size_t subjects;
  const Resampler& resampler;
};
std::vector<OverviewQuestion> questions_of(const QuestionedTask& of);

// The task's questions about shares of comparisons.
std::vector<Evidence> share_questions(const TaskFacts& task);

// Whether an item wins its worst comparison. A tie does not.
bool wins_worst(const ItemOutcome& outcome);

}  // namespace sonde
