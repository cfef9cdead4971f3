#include <algorithm>

#include "report/numbers.h"
#include "report/task_table.h"

namespace sonde {
namespace {

bool belongs(const Result& result, const TaskFacts& task) {
  return result.probe == task.probe && result.dataset == task.dataset && result.slice == "all" &&
         result.subject != "data";
}

}  // namespace

TextTable summary_table(const RunFile& file, const std::vector<Result>& results) {
  TextTable table{"summary", {"data set", "result"}, {}, 2};
  for (const auto& subject : file.subjects()) table.header.push_back(subject.name);
  for (const auto& task : file.tasks()) {
    const auto of_task = [&](const Result& result) { return belongs(result, task); };
    const auto first = std::find_if(results.begin(), results.end(), of_task);
    if (first == results.end()) continue;
    std::vector<std::string> row{task.dataset, task.probe + " " + first->name};
    for (const auto& subject : file.subjects()) {
      const auto own = std::find_if(results.begin(), results.end(), [&](const Result& result) {
        return of_task(result) && result.name == first->name && result.subject == subject.name;
      });
      row.push_back(own == results.end() ? "not measured" : with_interval(*own));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace sonde
