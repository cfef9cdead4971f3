#pragma once

#include <span>
#include <vector>

#include "compare/joint_task.h"
#include "sonde/comparison.h"

namespace sonde {

// The questions of a task. `tables`: of the subjects that were measured, by their number in the
// overview. `results`: the probe's, with replicates. Subjects that were not measured have blank
// results.
struct QuestionedTask {
  const JointTask& joint;
  const OverviewTask& task;
  std::span<const std::pair<std::size_t, Table>> tables;
  std::size_t subjects;
  const Resampler& resampler;
};
std::vector<OverviewQuestion> questions_of(const QuestionedTask& of);

// The task's questions about shares of comparisons.
std::vector<Evidence> share_questions(const TaskFacts& task);

}  // namespace sonde
