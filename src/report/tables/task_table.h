#pragma once

#include <vector>

#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {

// The table of one task: one row per subject (and slice), by group with each group's mean. It is
// transposed if there are many results.
TextTable task_table(const RunFile& file, const TaskFacts& task, const std::vector<Result>& results,
                     const ShowOptions& options);

// A row per task with its first result, a column per subject, by group with each group's mean: the
// reader's first view.
TextTable summary_table(const RunFile& file, const std::vector<Result>& results);

// The results that it shows: the first of each task, over all items.
std::vector<Result> summary_results(const RunFile& file, const std::vector<Result>& results);

// Notes for a reader of the tables: texts cut or without a
// vector, items left out and why.
std::string footnotes(const RunFile& file, const std::vector<Result>& results);

// Whether two probes of one kind were measured on a task's data set.
template <class Tasks>
bool has_twin(const Tasks& tasks, const auto& of) {
  return std::ranges::count_if(tasks, [&](const auto& task) {
           return task.dataset == of.dataset &&
                  kind_of_probe(task.probe) == kind_of_probe(of.probe);
         }) > 1;
}

}  // namespace sonde
