#include "compare/gates/checked_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/counted.h"
#include "base/stop_check.h"
#include "compare/gates/gate_text.h"
#include "compare/gates/matches_at_threshold.h"
#include "compare/joint_task.h"
#include "compare/run_errors.h"
#include "compare/task_matching.h"
#include "sonde/run.h"
#include "store/runs/noise_note.h"

namespace sonde {
namespace {

std::string named_in(std::size_t run, const std::string& subject) {
  return run == kBaseRun ? subject + " in the base" : subject;
}

std::uint64_t replicates_of(const Gates& gates, const CheckOptions& options) {
  const bool has_gates = !gates.gates.empty();
  const std::uint64_t replicates =
      options.replicates.value_or(has_gates ? kGateReplicates : kDefaultReplicates);
  check_replicates(replicates);
  return replicates;
}

std::string items_note(const CommonTask& task, const JointTask& items) {
  if (items.only(kBaseRun) + items.only(kCheckedRun) == 0) return {};
  return fmt::format("{} · {}: {} in common; {} only in the base, {} only in the run", task.probe,
                     task.dataset, counted(items.frame().items(), "item"), items.only(kBaseRun),
                     items.only(kCheckedRun));
}

}  // namespace

ResultName name_of(const Result& result) {
  return {result.probe, result.dataset, result.slice, result.name};
}

ResultName joint_name(ResultName name) {
  name.probe = joint_probe(name.probe);
  return name;
}

CheckedRuns::CheckedRuns(const NamedRun& run, const NamedRun& base, const Gates& gates,
                         const CheckOptions& options)
    : runs_{base, run},
      gates_(gates),
      slices_(
          std::ranges::any_of(gates.gates, [](const Gate& gate) { return gate.slice != "all"; })),
      observer_(observer_of(options.observer)),
      resampler_(base.file->facts().seed, replicates_of(gates, options), options.threads,
                 stop_of(options.observer)),
      remarks_{remarks_of(*base.file), remarks_of(*run.file)} {}

void CheckedRuns::begin(std::size_t pairs) {
  const auto common = common_tasks(runs_, std::array{kBaseRun, kCheckedRun});
  observer_.begin("checking", pairs * common.tasks.size());
}

bool CheckedRuns::has(std::size_t run, const std::string& subject) const {
  return std::ranges::any_of(file(run).subjects(),
                             [&](const SubjectFacts& one) { return one.name == subject; });
}

Chosen CheckedRuns::chosen(std::size_t run, const std::string& subject) const {
  const auto& subjects = file(run).subjects();
  const auto at = std::ranges::find(subjects, subject, &SubjectFacts::name);
  return {run, static_cast<std::uint32_t>(at - subjects.begin()), subject};
}

std::array<Chosen, 2> CheckedRuns::chosen(const SubjectPair& pair) const {
  return {chosen(kBaseRun, pair.base), chosen(kCheckedRun, pair.run)};
}

const TaskFacts* CheckedRuns::find_task(std::size_t run, const ResultName& name) const {
  TaskFacts wanted;
  wanted.probe = name.probe;
  wanted.dataset = name.dataset;
  const auto at = find_like(file(run), wanted);
  return at ? &file(run).tasks()[*at] : nullptr;
}

const std::vector<Result>& CheckedRuns::own(const Gate& gate, std::size_t run) {
  const auto [at, is_new] = own_.try_emplace({run, gate.threshold});
  if (!is_new) return at->second;
  for (const auto& task : file(run).tasks()) require_plugin(runs_[run], task);
  at->second = on_contents(std::span(runs_).subspan(run, 1), [&] {
    return gate.threshold ? matches_at(file(run), *gate.threshold, resampler_)
                          : summarise_again(file(run), resampler_.threads(), 1);
  });
  return at->second;
}

// Names of the results whose better direction is known, if a gate means all of them.
std::set<std::string, std::less<>> CheckedRuns::directed_results() {
  std::set<std::string, std::less<>> names;
  const auto& gates = gates_.gates;
  const auto names_one = [](const Gate& gate) { return !gate.result.empty(); };
  if (!gates.empty() && std::ranges::all_of(gates, names_one)) return names;
  for (const auto& result : own({}, kBaseRun)) {
    if (result.better != Better::kNeither) names.insert(result.name);
  }
  return names;
}

std::map<ResultName, JointResults> CheckedRuns::summarise_both(const SubjectPair& pair) {
  const auto both = chosen(pair);
  const CommonTasks common = common_tasks(runs_, std::array{kBaseRun, kCheckedRun});
  for (const auto& line : common.notes) note(line);
  const Resampler keeping = resampler_.keeping(asked_by(gates_, directed_results()));
  std::map<ResultName, JointResults> found;
  for (const auto& task : common.tasks) {
    const JointTask items(runs_, task, both);
    note(items_note(task, items));
    const auto results = items.summarise(keeping, slices_);
    for (const auto& result : results[kBaseRun]) found[name_of(result)].base = result;
    for (const auto& result : results[kCheckedRun]) found[name_of(result)].run = result;
    observer_.advance(++summarised_);
  }
  return found;
}

const JointResults* CheckedRuns::joint(const SubjectPair& pair, const ResultName& name) {
  auto of_pair = joint_.find(pair);
  if (of_pair == joint_.end()) of_pair = joint_.emplace(pair, summarise_both(pair)).first;
  const auto at = of_pair->second.find(name);
  return at == of_pair->second.end() ? nullptr : &at->second;
}

std::map<ResultName, Unanswered> CheckedRuns::count_unanswered(const SubjectPair& pair) const {
  std::map<ResultName, Unanswered> found;
  if (!has(kBaseRun, pair.base)) return found;
  const auto both = chosen(pair);
  for (const auto& task : common_tasks(runs_, std::array{kBaseRun, kCheckedRun}).tasks) {
    for (const auto& [of, counts] : unanswered(runs_, task, both, resampler_, slices_)) {
      found[{joint_probe(task.probe), task.dataset, of.first, of.second}] = counts;
    }
  }
  return found;
}

Unanswered CheckedRuns::unanswered_items(const SubjectPair& pair, const ResultName& name) {
  auto of_pair = unanswered_.find(pair);
  if (of_pair == unanswered_.end()) {
    of_pair = unanswered_.emplace(pair, count_unanswered(pair)).first;
  }
  const auto at = of_pair->second.find(joint_name(name));
  return at == of_pair->second.end() ? Unanswered() : at->second;
}

void CheckedRuns::note(const std::string& line) {
  if (!line.empty() && std::ranges::find(notes_, line) == notes_.end()) notes_.push_back(line);
}

void CheckedRuns::note_noise(std::size_t run, const std::string& subject) {
  if (!has(run, subject) || runs_[run].name.empty()) return;
  note(noise_note(named_in(run, subject), file(run).subjects()[chosen(run, subject).subject]));
}

std::size_t CheckedRuns::note_cut(std::size_t run, const std::string& subject,
                                  const ResultName& name) {
  const auto* task = find_task(run, name);
  if (task == nullptr || !has(run, subject)) return 0;
  const auto number = static_cast<std::uint32_t>(task - file(run).tasks().data());
  const auto cut = cut_texts(remarks_[run], chosen(run, subject).subject, number);
  note(cut.told(named_in(run, subject), name.dataset, Flaw::kCut));
  return cut.texts();
}

}  // namespace sonde
