#include "report/tasks.h"

#include <algorithm>

namespace sonde {

const TaskFacts* find_task(const RunFile& file, const Result& result) {
  const auto& tasks = file.tasks();
  const auto at = std::ranges::find_if(tasks, [&](const TaskFacts& task) {
    return task.probe == result.probe && task.dataset == result.dataset;
  });
  return at == tasks.end() ? nullptr : &*at;
}

}  // namespace sonde
