#include "run/tasks/probe_sources.h"

#include <utility>

#include "run/tasks/item_stream.h"
#include "sonde/run_file.h"

namespace sonde {

void RunSources::each_item(const Probe& probe, const TakeItems& take) const {
  ItemStream(card_, probe).read({}, kItemsAtOnce, take);
}

std::vector<ProbeSources::Task> RunSources::tasks_of(const std::filesystem::path& run_file) const {
  const auto run = open_run_file(run_file);
  std::vector<Task> tasks;
  for (const auto& task : run->tasks()) tasks.push_back({task.probe, task.dataset, {}});
  for (auto& result : run->results()) {
    for (auto& task : tasks) {
      if (task.probe != result.probe || task.dataset != result.dataset) continue;
      task.results.push_back(std::move(result));
      break;
    }
  }
  return tasks;
}

}  // namespace sonde
