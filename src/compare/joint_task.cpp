#include "compare/joint_task.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "compare/run_errors.h"
#include "compare/task_matching.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::string title(const TaskFacts& task) { return task.probe + " · " + task.dataset; }

// The task in all runs, or a note that gives the reason why not.
std::optional<CommonTask> in_all(std::span<const NamedRun> runs, std::span<const std::size_t> used,
                                 const TaskFacts& wanted, std::vector<std::string>& notes) {
  CommonTask common{wanted.probe, wanted.dataset, wanted.probe, wanted.settings,
                    std::vector<std::uint32_t>(runs.size())};
  const JointForm joint = joint_form(wanted.probe, wanted.settings);
  for (const auto run : used) {
    const RunFile& file = *runs[run].file;
    const auto number = find_like(file, wanted);
    if (!number) {
      notes.push_back(title(wanted) + ": not in " + runs[run].name);
      return std::nullopt;
    }
    const TaskFacts& task = file.tasks()[*number];
    const auto other = differing(joint_form(task.probe, task.settings).settings, joint.settings);
    if (!other.empty() || task.measurements != wanted.measurements) {
      notes.push_back(title(wanted) + ": measured with other settings in " + runs[run].name +
                      (other.empty() ? "" : " (" + other + ")"));
      return std::nullopt;
    }
    common.number[run] = *number;
    if (joint.found_anew.empty() ||
        (task.probe == wanted.probe && task.settings == wanted.settings)) {
      continue;
    }
    common.joint_probe = joint.spec.text;
    common.settings = joint.settings;
    notes.push_back(title(wanted) + ": with other " + joint.found_anew + " in " + runs[run].name +
                    "; found again over all subjects of these runs");
  }
  return common;
}

void note_further(std::span<const NamedRun> runs, std::span<const std::size_t> used,
                  std::vector<std::string>& notes) {
  const NamedRun& first = runs[used.front()];
  for (const auto run : used.subspan(1)) {
    for (const auto& task : runs[run].file->tasks()) {
      if (!find_like(*first.file, task)) notes.push_back(title(task) + ": not in " + first.name);
    }
  }
}

using Places = std::unordered_map<std::uint64_t, std::uint32_t>;

Places places(const Frame& frame) {
  Places at;
  for (std::uint32_t item = 0; item < frame.items(); ++item) at.emplace(frame.keys[item], item);
  return at;
}

// Whether these are all items, in their order.
bool are_all(std::span<const std::uint32_t> kept, std::size_t items) {
  if (kept.size() != items) return false;
  for (std::size_t i = 0; i < items; ++i) {
    if (kept[i] != i) return false;
  }
  return true;
}

// A column that is undefined throughout isn't this subject's: it masks nothing.
bool is_measured(const MatrixOf<double>& values, std::size_t column) {
  for (std::size_t row = 0; row < values.rows(); ++row) {
    if (!std::isnan(values[row][column])) return true;
  }
  return false;
}

}  // namespace

std::vector<std::size_t> runs_of(std::span<const Chosen> chosen) {
  std::vector<std::size_t> runs;
  for (const auto& one : chosen) {
    if (std::ranges::find(runs, one.run) == runs.end()) runs.push_back(one.run);
  }
  return runs;
}

CommonTasks common_tasks(std::span<const NamedRun> runs, std::span<const std::size_t> used) {
  CommonTasks common;
  for (const auto& wanted : runs[used.front()].file->tasks()) {
    if (auto task = in_all(runs, used, wanted, common.notes)) {
      common.tasks.push_back(std::move(*task));
    }
  }
  note_further(runs, used, common.notes);
  return common;
}

JointTask::JointTask(std::span<const NamedRun> runs, const CommonTask& task,
                     std::span<const Chosen> chosen, Undefined undefined)
    : named_(runs),
      task_(task),
      chosen_(chosen),
      runs_(runs_of(chosen)),
      tables_(runs.size()),
      only_(runs.size()) {
  const NamedRun& first = runs[runs_.front()];
  require_plugin(first, first.file->tasks()[task.number[runs_.front()]]);
  probe_ = on_contents(runs.subspan(runs_.front(), 1),
                       [&] { return make_probe(parse_spec(task.joint_probe), task.settings); });
  for (const auto run : runs_) {
    tables_[run] = on_contents(runs.subspan(run, 1),
                               [&] { return read_task(*runs[run].file, task.number[run]); });
  }
  keep_common();
  if (undefined == Undefined::kLeftOutForAll) mask();
}

// Their places in each run, in the first one's order.
std::vector<std::vector<std::uint32_t>> JointTask::items_in_all() const {
  std::vector<Places> at;
  for (const auto run : runs_) at.push_back(places(tables_[run].frame));
  std::vector<std::vector<std::uint32_t>> kept(runs_.size());
  for (const auto key : tables_[runs_.front()].frame.keys) {
    if (!std::ranges::all_of(at, [&](const Places& run) { return run.contains(key); })) continue;
    for (std::size_t i = 0; i < runs_.size(); ++i) kept[i].push_back(at[i].at(key));
  }
  return kept;
}

void JointTask::keep_common() {
  if (runs_.size() == 1) return;
  const auto kept = items_in_all();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    TaskTables& tables = tables_[runs_[i]];
    only_[runs_[i]] = tables.frame.items() - kept[i].size();
    if (!are_all(kept[i], tables.frame.items())) tables = with_items(tables, kept[i]);
    if (i > 0) tables.frame = {};  // only the first one's is used
  }
}

MatrixOf<double>* JointTask::values_of(const Chosen& chosen) {
  TaskTables& tables = tables_[chosen.run];
  const auto at = std::ranges::find(tables.subjects, chosen.subject);
  return at == tables.subjects.end()
             ? nullptr
             : &tables.values[static_cast<std::size_t>(at - tables.subjects.begin())];
}

// Values that are undefined for one of the chosen become undefined for all.
void JointTask::mask() {
  const std::size_t columns = probe_->measurements().size();
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<MatrixOf<double>*> measured;
    for (const auto& one : chosen_) {
      auto* values = values_of(one);
      if (values != nullptr && values->columns() == columns && is_measured(*values, column))
        measured.push_back(values);
    }
    for (std::size_t row = 0; row < frame().rows(); ++row) {
      const auto undefined = [&](const auto* values) { return std::isnan((*values)[row][column]); };
      if (std::ranges::none_of(measured, undefined)) continue;
      for (auto* values : measured) (*values)[row][column] = NAN;
    }
  }
}

std::optional<Table> JointTask::table(std::size_t chosen) const {
  const Chosen& one = chosen_[chosen];
  const auto& subjects = tables_[one.run].subjects;
  const auto at = std::ranges::find(subjects, one.subject);
  if (at == subjects.end()) return std::nullopt;
  return tables_[one.run].tables(
      *named_[one.run].file)[static_cast<std::size_t>(at - subjects.begin())];
}

// Subjects of several runs may have the same name.
std::string JointTask::joint_name(std::size_t run, std::uint32_t subject) const {
  const std::string& name = named_[run].file->subjects()[subject].name;
  return runs_.size() == 1 ? name : std::to_string(run) + ":" + name;
}

std::vector<Result> JointTask::summarise_tables(bool all, const Frame& frame,
                                                const Resampler& resampler) const {
  std::vector<Table> asked;
  for (const auto run : runs_) {
    auto tables = tables_[run].tables(*named_[run].file);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const Chosen here{run, tables_[run].subjects[i], {}};
      if (!all && std::ranges::find(chosen_, here) == chosen_.end()) continue;
      asked.push_back(std::move(tables[i]));
      asked.back().subject = joint_name(run, here.subject);
    }
  }
  return on_contents(named_, [&] { return probe_->summarise(frame, asked, resampler); });
}

std::vector<std::vector<Result>> JointTask::summarise(const Resampler& resampler,
                                                      bool slices) const {
  Frame all_items = frame();
  if (!slices) all_items.labels.clear();
  auto results = summarise_tables(false, all_items, resampler);
  const auto scoped = [](const Result& result) { return !result.scope.empty(); };
  // Results that span several subjects span all of the runs, as when they were made.
  if (std::ranges::any_of(results, scoped)) {
    results = summarise_tables(true, all_items, resampler);
  }
  std::vector<std::vector<Result>> by_chosen(chosen_.size());
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const std::string name = joint_name(chosen_[i].run, chosen_[i].subject);
    for (const auto& result : results) {
      if (result.subject != name) continue;
      by_chosen[i].push_back(result);
      by_chosen[i].back().subject = chosen_[i].label;
      by_chosen[i].back().probe = task_.probe;
    }
  }
  return by_chosen;
}

void each_item_of(const RunFile& file, std::uint32_t task, std::span<const std::uint64_t> keys,
                  const TakePlacedItems& take) {
  std::unordered_multimap<std::uint64_t, std::size_t> wanted;
  for (std::size_t i = 0; i < keys.size(); ++i) wanted.emplace(keys[i], i);
  file.items(task, [&](std::span<const Item> items, std::span<const Digest> digests) {
    std::vector<Item> found;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto [from, to] = wanted.equal_range(digests[i].low64());
      for (auto at = from; at != to; ++at) {
        found.push_back(items[i]);
        places.push_back(at->second);
      }
    }
    take(found, places);
  });
}

std::vector<Item> items_of(const RunFile& file, std::uint32_t task,
                           std::span<const std::uint64_t> keys) {
  std::vector<Item> all(keys.size());
  each_item_of(file, task, keys, [&](std::span<const Item> items, auto places) {
    for (std::size_t i = 0; i < items.size(); ++i) all[places[i]] = items[i];
  });
  return all;
}

}  // namespace sonde
