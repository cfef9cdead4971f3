#pragma once

#include <vector>

#include "run/measured.h"
#include "sonde/result.h"
#include "sonde/run.h"

namespace sonde {

// The results of a task.
struct TaskSummary {
  std::vector<Result> results;
  std::vector<Series> series;
};

// The last stage: a summary a task, in their order.
struct Summarised {
  std::vector<TaskSummary> tasks;
};

// Summarises small tasks while the next ones are measured.
Summarised summarise_tasks(const RunPlan& plan, Measured& measured, RunContext& context);

// Last in the file: their order then does not depend on threads.
void write_summaries(const Summarised& summarised, RunWriter& writer);

}  // namespace sonde
