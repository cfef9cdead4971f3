#include "run/grid_ends.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "items/card.h"
#include "items/spec_text.h"
#include "probes/sets_ends.h"
#include "sonde/error.h"
#include "sonde/run_file.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOption = "grid_range";
constexpr const char* kSetting = "grid_ends";

bool names_a_file(const Task& task) {
  const auto found = task.spec.options.find(kOption);
  return task.spec.kind == "sets" && found != task.spec.options.end() && found->second != "run" &&
         !parse_range(found->second);
}

// The run's task of this data set, or its only one.
TaskFacts find_task(const std::vector<TaskFacts>& tasks, const std::string& dataset,
                    const std::string& file) {
  std::vector<TaskFacts> found;
  for (const auto& task : tasks) {
    if (parse_spec(task.probe).kind == "sets") found.push_back(task);
  }
  if (found.empty()) throw input_error("the run did not ask the probe sets", {file});
  const auto same = std::ranges::find(found, dataset, &TaskFacts::dataset);
  if (same != found.end()) return *same;
  if (found.size() == 1) return found.front();
  throw input_error("the run has several data sets, and none is called '" + dataset + "'", {file},
                    "its thresholds are of one data set: name yours like that, --data NAME=PATH");
}

GridEnds read_ends(const fs::path& file, const std::string& dataset) {
  const auto run = open_run_file(file);
  const TaskFacts task = find_task(run->tasks(), dataset, file.string());
  std::vector<Result> results;
  for (auto& result : run->results()) {
    if (result.probe == task.probe && result.dataset == task.dataset) results.push_back(result);
  }
  return ends_of(results);
}

}  // namespace

void resolve_grid_ends(Task& task) {
  if (task.settings.contains(kSetting)) {
    throw input_error("'grid_ends' is what a run says of itself",
                      place_in_card(task.card, kSetting), "take it out");
  }
  if (!names_a_file(task)) return;
  std::string& option = task.spec.options.at(kOption);
  const fs::path file = fs::u8path(option);
  if (!fs::exists(file)) {
    throw usage_error("grid_range=" + option + " is neither run, LOW:HIGH nor a run file",
                      "give the ends of the thresholds, such as -0.5:1, or a run whose they are");
  }
  task.settings[kSetting] = ends_text(read_ends(file, task.card.name));
  option = file.filename().string();
  task.spec.text = composed_text(task.spec);
}

void check_grid_ends(const Task& task) {
  if (!names_a_file(task)) return;
  const GridEnds ends = parse_ends(task.settings.at(kSetting));
  std::array<bool, kSetOperators.size()> seen{};
  read_records(task.card, task.probe->fields(), [&](Record&& record) {
    for (const auto& row : task.probe->item(std::move(record)).rows) {
      const auto op = parse_sample_label(row.label)->op;
      if (std::exchange(seen[static_cast<std::size_t>(op)], true)) continue;
      for (const auto& name : ends_needed(op)) {
        if (ends.contains(name)) continue;
        throw input_error("the run has no thresholds " + name + ", which '" + task.card.name +
                              "' needs: its data has other operators",
                          {task.spec.options.at(kOption)}, "name a run over such samples");
      }
    }
    return !std::ranges::all_of(seen, [](bool one) { return one; });
  });
}

}  // namespace sonde
