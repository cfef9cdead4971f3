#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/subject_selection.h"
#include "run/measure/task_tables.h"
#include "sonde/resampling.h"

namespace sonde {

// A task that several runs have: a probe with the same options over a data set of the same name.
struct CommonTask {
  std::string probe, dataset;  // from the first of them
  // The probe and settings that summarise them jointly: their joint form if they differ.
  std::string joint_probe;
  std::map<std::string, std::string> settings;
  std::vector<std::uint32_t> number;  // one per run
};

// Tasks of all the runs that `used` names, in the first one's order, and a line about each that
// some of them don't have or measured with other settings.
struct CommonTasks {
  std::vector<CommonTask> tasks;
  std::vector<std::string> notes;
};
CommonTasks common_tasks(std::span<const NamedRun> runs, std::span<const std::size_t> used);

// How to treat an item that is undefined for one of the chosen.
enum class Undefined : std::uint8_t { kLeftOutForAll, kLeftOutForIt };

// The chosen subjects on the items that all of their runs have.
class JointTask {
 public:
  JointTask(std::span<const NamedRun> runs, const CommonTask& task, std::span<const Chosen> chosen,
            Undefined undefined = Undefined::kLeftOutForAll);

  const Probe& probe() const { return *probe_; }
  // The frame of the items in common, in the first subject's run.
  const Frame& frame() const { return tables_[runs_.front()].frame; }
  std::size_t only(std::size_t run) const { return only_[run]; }  // items that others don't have
  // Nothing if the subject wasn't measured. Left-out values are NaN.
  std::optional<Table> table(std::size_t chosen) const;
  // Results per chosen subject, each with its label, and its replicates if the resampler stores
  // them. Slices only if `slices`.
  std::vector<std::vector<Result>> summarise(const Resampler& resampler, bool slices) const;

 private:
  std::vector<std::vector<std::uint32_t>> items_in_all() const;
  void keep_common();
  void mask();
  MatrixOf<double>* values_of(const Chosen& chosen);
  std::string joint_name(std::size_t run, std::uint32_t subject) const;
  std::vector<Result> summarise_tables(bool all, const Frame& frame,
                                       const Resampler& resampler) const;

  std::span<const NamedRun> named_;
  CommonTask task_;
  std::span<const Chosen> chosen_;
  std::vector<std::size_t> runs_;  // runs of the chosen, the first one's first
  std::unique_ptr<Probe> probe_;
  std::vector<TaskTables> tables_;  // per run, empty if not used
  std::vector<std::size_t> only_;
};

// The runs of the chosen, each once.
std::vector<std::size_t> runs_of(std::span<const Chosen> chosen);

// Gives the items with these keys block by block, each with its place among the keys.
using TakePlacedItems = std::function<void(std::span<const Item>, std::span<const std::size_t>)>;
void each_item_of(const RunFile& file, std::uint32_t task, std::span<const std::uint64_t> keys,
                  const TakePlacedItems& take);
// The same, all at once.
std::vector<Item> items_of(const RunFile& file, std::uint32_t task,
                           std::span<const std::uint64_t> keys);

}  // namespace sonde
