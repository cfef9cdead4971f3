#include "probes/sets/sets_range.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "data/card.h"
#include "data/spec_text.h"
#include "probes/sets/sets_filter.h"
#include "probes/sets/threshold_ends.h"
#include "probes/shared/incomplete_record.h"
#include "probes/shared/kinds.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRangeOption = "grid_range";
constexpr const char* kEndsSetting = "grid_ends";

bool names_a_file(const Spec& spec) {
  const auto found = spec.options.find(kRangeOption);
  return found != spec.options.end() && found->second != "run" && !parse_range(found->second);
}

// The run's task of this data set, or its only one.
ProbeSources::Task task_of_sets(std::vector<ProbeSources::Task> tasks, const std::string& dataset,
                                const std::string& file) {
  std::erase_if(tasks, [](const auto& task) { return parse_spec(task.probe).kind != "sets"; });
  if (tasks.empty()) throw input_error("the run did not use the probe sets", {file});
  const auto same = std::ranges::find(tasks, dataset, &ProbeSources::Task::dataset);
  if (same != tasks.end()) return *same;
  if (tasks.size() == 1) return tasks.front();
  throw input_error(
      "the run has several data sets, and none is called '" + dataset + "'", {file},
      "its thresholds are of one data set: give your data set that name: --data NAME=PATH");
}

void check_ends(const Card& card, const Probe& probe, const GridEnds& ends,
                const std::string& run) {
  std::array<bool, kSetOperators.size()> seen{};
  read_records(card, probe.fields(), [&](Record&& record) {
    for (const auto& row : made_item(probe, std::move(record)).rows) {
      const auto op = parse_sample_label(row.label)->op;
      if (std::exchange(seen[static_cast<std::size_t>(op)], true)) continue;
      for (const auto& name : ends_needed(op)) {
        if (ends.contains(name)) continue;
        throw input_error("the run has no thresholds " + name + ", which '" + card.name +
                              "' needs: its data has other operators",
                          {run}, "name a run over such samples");
      }
    }
    return !std::ranges::all_of(seen, [](bool one) { return one; });
  });
}

// Null for wrong settings: the maker of the run's probe reports them, with their place.
std::unique_ptr<Probe> made_sets(const Spec& spec,
                                 const std::map<std::string, std::string>& settings) {
  try {
    return make_sets(spec, settings);
  } catch (const Error&) {
    return nullptr;
  }
}

void settle_range(Settling& settling) {
  auto& [spec, card, settings, sources] = settling;
  refuse_key_of_runs(card, kEndsSetting);
  if (!names_a_file(spec)) return;
  std::string& option = spec.options.at(kRangeOption);
  const fs::path file = option;
  if (!fs::exists(file)) {
    throw usage_error(
        "grid_range=" + option + " is neither run, LOW:HIGH nor a run file",
        "give the ends of the thresholds, such as -0.5:1, or the run that they are from");
  }
  const auto task = task_of_sets(sources.tasks_of(file), card.name, file.string());
  const GridEnds ends = ends_of(task.results);
  settings[kEndsSetting] = ends_text(ends);
  option = file.filename().string();
  spec.text = composed_text(spec);
  if (const auto probe = made_sets(spec, settings)) check_ends(card, *probe, ends, option);
}

}  // namespace

void settle_sets(Settling& settling) {
  settle_filter(settling.spec, settling.card, settling.settings);
  settle_range(settling);
}

void join_sets(JointForm& form) {
  form.found_anew = "ends of thresholds";
  form.settings.erase(kEndsSetting);
  if (form.spec.options.erase(kRangeOption) > 0) form.spec.text = composed_text(form.spec);
}

}  // namespace sonde
