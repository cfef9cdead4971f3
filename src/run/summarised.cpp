#include "run/summarised.h"

#include <utility>

#include "run/measure/ordered_work.h"

namespace sonde {
namespace {

std::vector<Table> tables_of(const MeasuredTask& task) {
  const std::size_t columns = task.probe->measurements().size();
  std::vector<Table> tables;
  for (const auto& [name, has_vectors, measured] : task.subjects) {
    const auto& values = measured.values;
    tables.push_back({name, has_vectors, {values.data(), values.size() / columns, columns}});
  }
  return tables;
}

TaskSummary summarise(const MeasuredTask& task, const Resampler& resampler) {
  const auto tables = tables_of(task);
  TaskSummary summary{task.probe->summarise(task.frame, tables, resampler),
                      task.probe->series(task.frame, tables)};
  for (auto& result : summary.results) result.probe = task.spec;
  for (auto& one : summary.series) one.probe = task.spec;
  return summary;
}

// Takes the tasks so far, in their order: those that are ready, or, waiting, all.
void take_ready(InTurn<TaskSummary>& coming, bool wait, Summarised& summarised,
                RunContext& context) {
  while (auto summary = coming.take(wait)) {
    summarised.tasks.push_back(std::move(*summary));
    context.advance(summarised.tasks.size());
  }
}

}  // namespace

Summarised summarise_tasks(const RunPlan& plan, Measured& measured, RunContext& context) {
  Summarised summarised;
  InTurn<TaskSummary> coming;  // last: it uses the others
  context.begin("measuring", measured.tasks());
  while (auto task = measured.next()) {
    const bool beside = task->is_small;
    coming.add(beside, [&plan, stop = context.stopper(), task = std::move(*task)] {
      return summarise(task, Resampler(plan.seed, plan.replicates, plan.threads, stop));
    });
    take_ready(coming, false, summarised, context);
  }
  take_ready(coming, true, summarised, context);
  return summarised;
}

void write_summaries(const Summarised& summarised, RunWriter& writer) {
  for (const auto& task : summarised.tasks) {
    writer.add_results(task.results);
    writer.add_series(task.series);
  }
}

}  // namespace sonde
