#include "sonde/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "base/stop_check.h"
#include "compare/joint_task.h"
#include "compare/moved_items.h"
#include "compare/paired_results.h"
#include "compare/run_errors.h"
#include "compare/subject_selection.h"
#include "compare/task_matching.h"
#include "data/result_names.h"
#include "data/spec_text.h"
#include "probes/shared/kinds.h"
#include "sonde/error.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/paired_difference.h"
#include "store/runs/noise_note.h"
#include "store/runs/remarked_texts.h"

namespace sonde {
namespace {

// Errors: kUsage if a word is unknown.
void check_known(std::string_view what, const std::vector<std::string>& words,
                 const std::set<std::string>& known) {
  const std::vector<std::string> list(known.begin(), known.end());
  for (const auto& word : words) {
    if (!known.contains(word)) throw_unknown(what, word, list);
  }
}

// The label that people read instead of a result's name.
std::string label_of(const Result& result) {
  const auto* const kind = find_probe_kind(kind_of_probe(result.probe));
  if (kind == nullptr) return result.name;
  const auto& labels = kind->shown.labels;
  const auto label = std::ranges::find(labels, result.name, &FigureForm::Name::name);
  return label == labels.end() ? result.name : std::string(label->title);
}

// Fills in a Comparison, task by task.
class Comparing {
 public:
  Comparing(std::span<const NamedRun> runs, const CompareOptions& options)
      : runs_(runs),
        options_(options),
        chosen_(choose_subjects(runs, options.subjects)),
        used_(runs_of(chosen_)),
        resampler_(runs[used_.front()].file->facts().seed, options.replicates, options.threads,
                   stop_of(options.observer)) {
    found_.seed = resampler_.seed();
    found_.replicates = resampler_.replicates();
    for (const auto& run : runs) found_.runs.push_back(run.name);
    for (const auto run : used_) remarks_.emplace(run, remarks_of(*runs[run].file));
    add_subjects();
  }

  Comparison go() {
    const auto compared = tasks();
    Observer& observer = observer_of(options_.observer);
    observer.begin("comparing", compared.size());
    for (std::size_t i = 0; i < compared.size(); ++i) {
      add_task(compared[i]);
      observer.advance(i + 1);
    }
    check_known("result", wanted_names(), names_);
    if (found_.differences.empty()) {
      throw input_error("the subjects have no result in common", {},
                        "they share no data set, or none that you selected");
    }
    correct();
    if (chosen_.size() > 2) rank();
    return std::move(found_);
  }

 private:
  const SubjectFacts& facts(const Chosen& one) const {
    return runs_[one.run].file->subjects()[one.subject];
  }

  void add_subjects() {
    for (const auto& one : chosen_) {
      const auto& of = facts(one);
      found_.subjects.push_back(
          {one.label, of.name, one.run, of.identity.what.hex(), of.identity.numerics});
      const auto noise = noise_note(one.label, of);
      if (!noise.empty()) found_.notes.push_back(noise);
    }
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      for (std::size_t b = a + 1; b < chosen_.size(); ++b) note_same(a, b);
    }
  }

  void note_same(std::size_t a, std::size_t b) {
    const auto& first = found_.subjects[a];
    const auto& second = found_.subjects[b];
    if (first.identity != second.identity) return;
    const std::string both = first.label + " and " + second.label;
    found_.notes.push_back(first.numerics == second.numerics
                               ? both + " are the same subject"
                               : both + " differ only in numerics: " + first.numerics +
                                     " against " + second.numerics);
  }

  std::vector<CommonTask> tasks() {
    CommonTasks common = common_tasks(runs_, used_);
    std::set<std::string> probes, datasets;
    for (const auto run : used_) {
      for (const auto& task : runs_[run].file->tasks()) {
        probes.insert({task.probe, kind_of_probe(task.probe)});
        datasets.insert(task.dataset);
      }
    }
    check_known("probe", options_.probes, probes);
    check_known("data set", options_.datasets, datasets);
    if (common.tasks.empty()) {
      throw input_error("the runs have no data set that was measured by the same probe", {},
                        common.notes.empty() ? "" : common.notes.front());
    }
    found_.notes.insert(found_.notes.end(), common.notes.begin(), common.notes.end());
    std::erase_if(common.tasks, [&](const CommonTask& task) {
      return !asks_for_probe(options_.probes, task.probe, runs_) ||
             !asks_for(options_.datasets, task.dataset);
    });
    return common.tasks;
  }

  void add_task(const CommonTask& task) {
    const JointTask joint(runs_, task, chosen_);
    ComparedTask compared{task.probe, task.dataset, joint.frame().items(), {}};
    compared.partial = std::ranges::any_of(used_, [&](std::size_t run) {
      return runs_[run].file->tasks()[task.number[run]].partial();
    });
    for (std::size_t run = 0; run < runs_.size(); ++run) compared.only.push_back(joint.only(run));
    if (compared.items == 0) {
      throw input_error("the runs have no item of '" + task.dataset + "' in common", {},
                        "items are the same where their texts, rows and gold values are");
    }
    compared.cut = note_cut(task);
    found_.tasks.push_back(std::move(compared));
    const auto results = joint.summarise(resampler_.keeping(wanted(joint)), options_.slices);
    std::vector<Named> by_name(results.size());
    std::ranges::transform(results, by_name.begin(), named);
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      for (std::size_t b = a + 1; b < chosen_.size(); ++b) add_pair(results[a], by_name[b], a, b);
    }
    if (chosen_.size() > 2) add_standings(results);
    if (chosen_.size() == 2) add_details(task, joint);
  }

  // Counts the texts that each subject cut, and adds a note if there are any.
  std::vector<std::size_t> note_cut(const CommonTask& task) {
    std::vector<std::size_t> counts;
    for (const auto& one : chosen_) {
      const auto cut = cut_texts(remarks_.at(one.run), one.subject, task.number[one.run]);
      counts.push_back(cut.texts());
      const auto note = cut.told(one.label, task.dataset, Flaw::kCut);
      if (!note.empty() && std::ranges::find(found_.notes, note) == found_.notes.end()) {
        found_.notes.push_back(note);
      }
    }
    return counts;
  }

  std::vector<std::string> wanted_names() const {
    if (options_.names == std::vector<std::string>{"all"}) return {};
    std::vector<std::string> names;
    for (const auto& name : options_.names) names.push_back(current_result_name(name));
    return names;
  }

  // Which results of a task are compared, found without replicates. It notes the names of all.
  Resampler::Wanted wanted(const JointTask& joint) {
    std::set<std::pair<std::string, std::string>> found;
    for (const auto& of : joint.summarise(resampler_.drawing(false), options_.slices)) {
      for (const auto& result : of) {
        names_.insert(result.name);
        if (is_wanted(result, of)) found.emplace(result.slice, result.name);
      }
    }
    return [found](std::string_view slice, std::string_view name) {
      return found.contains(std::pair(std::string(slice), std::string(name)));
    };
  }

  // The default is the first result of a task, which `sonde show` summarises it by.
  bool is_wanted(const Result& result, const std::vector<Result>& of_subject) const {
    if (!options_.slices && result.slice != "all") return false;
    if (options_.names.empty()) return result.name == of_subject.front().name;
    return asks_for(wanted_names(), result.name);
  }

  // Results by slice and name.
  using Named = std::map<std::pair<std::string_view, std::string_view>, const Result*>;
  static Named named(const std::vector<Result>& results) {
    Named by_name;
    for (const auto& result : results)
      by_name.emplace(std::pair(std::string_view(result.slice), std::string_view(result.name)),
                      &result);
    return by_name;
  }

  void add_pair(const std::vector<Result>& of_first, const Named& of_second, std::size_t a,
                std::size_t b) {
    for (const auto& first : of_first) {
      if (!is_wanted(first, of_first)) continue;
      const auto second = of_second.find({first.slice, first.name});
      if (second != of_second.end()) add_difference(first, *second->second, a, b);
    }
  }

  void add_difference(const Result& first, const Result& second, std::size_t a, std::size_t b) {
    const auto [paired, undefined] = paired_results(first, second);
    const Interval interval = paired_interval(paired);
    Difference d;
    d.probe = first.probe;
    d.dataset = first.dataset;
    d.slice = first.slice;
    d.name = first.name;
    d.label = label_of(first);
    d.first = a;
    d.second = b;
    d.first_value = first.value;
    d.second_value = second.value;
    d.value = paired.value;
    d.low = interval.low;
    d.high = interval.high;
    d.error = paired.error;
    d.effect = effect_size(paired);
    d.p = two_sided_p(paired);
    d.better = first.better;
    const Result& fewer = second.n < first.n ? second : first;  // one may answer nothing at all
    d.n = fewer.n;
    d.left_out = fewer.left_out;
    d.why = fewer.why;
    d.undefined = undefined;
    found_.differences.push_back(std::move(d));
  }

  void correct() {
    std::vector<double> p;
    for (const auto& d : found_.differences) p.push_back(d.p);
    const auto corrected = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      found_.differences[i].p_holm = corrected[i];
      found_.hypotheses += !std::isnan(p[i]);
    }
  }

  void add_standings(const std::vector<std::vector<Result>>& results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      for (const auto& result : results[i]) {
        if (!is_wanted(result, results[i])) continue;
        Standing standing{
            result.probe, result.dataset, result.slice, result.name, label_of(result), i, result};
        standing.result.replicates = {};
        found_.standings.push_back(std::move(standing));
      }
    }
  }

  // A standing counts the subjects that are significantly better and worse, if that is defined.
  void rank() {
    using ResultName = std::array<std::string_view, 4>;
    const auto question = [](const auto& of) {
      return ResultName{of.probe, of.dataset, of.slice, of.name};
    };
    std::map<ResultName, std::size_t> placed;  // subjects with a value
    std::map<std::pair<ResultName, std::size_t>, Standing*> standings;
    for (auto& one : found_.standings) {
      placed[question(one)] += !std::isnan(one.result.value);
      standings[{question(one), one.subject}] = &one;
    }
    for (auto& one : found_.standings) one.worst = placed[question(one)];
    for (const auto& d : found_.differences) {
      if (d.better == Better::kNeither || !(d.p_holm < kSignificant)) continue;
      const bool second_wins = (d.value > 0) != (d.better == Better::kLower);
      const auto [winner, loser] =
          second_wins ? std::pair(d.second, d.first) : std::pair(d.first, d.second);
      if (const auto at = standings.find({question(d), winner}); at != standings.end())
        --at->second->worst;
      if (const auto at = standings.find({question(d), loser}); at != standings.end())
        ++at->second->best;
    }
  }

  void add_details(const CommonTask& task, const JointTask& joint) {
    auto moves = told_moves(runs_, task, joint, chosen_.front(), options_.items);
    if (!moves) return;
    found_.moves.push_back(*std::move(moves));
    if (!options_.alike) return;
    const auto first = joint.table(0), second = joint.table(1);
    for (auto& correlation :
         correlations(joint.probe(), joint.frame(), *first, *second, resampler_)) {
      correlation.probe = task.probe;
      correlation.dataset = task.dataset;
      found_.correlations.push_back(std::move(correlation));
    }
  }

  std::span<const NamedRun> runs_;
  const CompareOptions& options_;
  std::vector<Chosen> chosen_;
  std::vector<std::size_t> used_;
  Resampler resampler_;
  std::map<std::size_t, Remarks> remarks_;  // per run
  std::set<std::string> names_;
  Comparison found_;
};

}  // namespace

Comparison compare(std::span<const NamedRun> runs, const CompareOptions& options) {
  check_replicates(options.replicates);
  return Comparing(runs, options).go();
}

}  // namespace sonde
