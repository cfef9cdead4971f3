#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/printable.h"
#include "compare/gates/checked_runs.h"
#include "compare/gates/gate_checks.h"
#include "compare/gates/gate_text.h"
#include "compare/gates/result_range.h"
#include "compare/gates/unchanged_cosines.h"
#include "compare/moved_items.h"
#include "compare/task_matching.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/paired_difference.h"
#include "statistics/resampling/power.h"

namespace sonde {
namespace {

using GateAnswers = std::vector<GateAnswer>;

void append(GateAnswers& all, GateAnswers more) {
  std::ranges::move(more, std::back_inserter(all));
}

GateAnswer missing_answer(const Gate& gate, const SubjectPair& pair, const std::string& dataset,
                          const std::string& reason) {
  const std::string probe = gate.probes.size() == 1 ? gate.probes[0] : "";
  auto answer =
      blank_answer({gate, pair, {probe, dataset, gate.slice, gate.result}}, asked_text(gate));
  answer.check.reason = "missing: " + reason;
  return answer;
}

// The pairs of a gate: as named, else the only one of each, else all of the base and, for bounds,
// of the run.
std::vector<SubjectPair> pairs_of(const CheckedRuns& runs, const Gate& gate) {
  std::vector<SubjectPair> found;
  for (const auto& name : gate.subjects) {
    found.push_back({name, gate.base.empty() ? name : gate.base});
  }
  if (!found.empty()) return found;
  const auto& in_run = runs.file(kCheckedRun).subjects();
  const auto& in_base = runs.file(kBaseRun).subjects();
  if (in_run.size() == 1 && in_base.size() == 1) return {{in_run[0].name, in_base[0].name}};
  for (const auto& of : in_base) found.push_back({of.name, of.name});
  for (const auto& of : in_run) {
    if (!gate.asks_drop() && !runs.has(kBaseRun, of.name)) found.push_back({of.name, of.name});
  }
  return found;
}

// Whether the base has a result of the task that the gate means.
bool is_in_base(CheckedRuns& runs, const Gate& gate, const TaskFacts& task) {
  return std::ranges::any_of(runs.own(gate, kBaseRun), [&](const Result& result) {
    return result.probe == task.probe && result.dataset == task.dataset &&
           (gate.result.empty() || result.name == gate.result);
  });
}

// Tasks that a gate means without naming them, and that are not in the run.
GateAnswers tasks_left_behind(CheckedRuns& runs, const Gate& gate) {
  if (!gate.datasets.empty() || (gate.asks_drop() && !gate.result.empty())) return {};
  GateAnswers missing;
  for (const auto& task : runs.file(kBaseRun).tasks()) {
    if (find_like(runs.file(kCheckedRun), task)) continue;
    if (!asks_for_probe(gate.probes, task.probe, runs.named())) continue;
    if (is_in_base(runs, gate, task)) {
      missing.push_back(
          missing_answer(gate, {}, task.dataset, "the run has no " + task.probe + " on it"));
    }
  }
  return missing;
}

// The run whose results a gate means: the base, or the checked one for bounds alone.
std::size_t run_of(const Gate& gate) { return gate.asks_drop() ? kBaseRun : kCheckedRun; }

// Whether a gate means a result by its name or, without one, as a result with a better direction
// of a task in both runs.
bool is_meant(const CheckedRuns& runs, const Gate& gate, const Result& result) {
  if (!gate.result.empty()) return result.name == gate.result;
  const auto is_in = [&](std::size_t run) {
    return runs.find_task(run, name_of(result)) != nullptr;
  };
  return result.better != Better::kNeither && is_in(kBaseRun) && is_in(kCheckedRun);
}

std::vector<ResultName> results_of(CheckedRuns& runs, const Gate& gate, const SubjectPair& pair) {
  const std::string& subject = run_of(gate) == kBaseRun ? pair.base : pair.run;
  std::vector<ResultName> found;
  for (const auto& result : runs.own(gate, run_of(gate))) {
    if (result.subject != subject || result.slice != gate.slice) continue;
    if (is_meant(runs, gate, result) && asks_for_probe(gate.probes, result.probe, runs.named()) &&
        asks_for(gate.datasets, result.dataset)) {
      found.push_back(name_of(result));
    }
  }
  return found;
}

// Results with the suffix _given are in runs that were made with a threshold. A gate's threshold
// gives them for any run, without the suffix. Empty: the result is another.
std::string threshold_advice(const Gate& gate, const std::set<std::string>& names) {
  const std::string_view suffix = "_given";
  if (!gate.result.ends_with(suffix)) return {};
  const std::string bare = gate.result.substr(0, gate.result.size() - suffix.size());
  if (gate.threshold) {
    return names.contains(bare) ? "; with a threshold, its name is '" + bare + "'" : "";
  }
  const auto is_given = [&](const std::string& name) { return name.ends_with(suffix); };
  return std::ranges::any_of(names, is_given)
             ? ""
             : "; the run was made without a threshold: give the gate a `threshold`, "
               "and the result '" +
                   bare + "'";
}

// Why a gate has no result: the nearest name if none has the gate's.
std::string suggestion(CheckedRuns& runs, const Gate& gate) {
  std::set<std::string> names;
  bool has_direction = false;
  for (const auto& result : runs.own(gate, run_of(gate))) {
    names.insert(result.name);
    has_direction |= result.better != Better::kNeither;
  }
  if (gate.result.empty() && !names.empty() && !has_direction) {
    return "; whether higher or lower is better is not known of any result: name one, say better";
  }
  if (gate.result.empty() || names.contains(gate.result)) return {};
  if (auto advice = threshold_advice(gate, names); !advice.empty()) return advice;
  const std::vector<std::string> known(names.begin(), names.end());
  const std::string hint = did_you_mean(gate.result, known, "");
  if (!hint.empty()) return "; " + hint;
  return "; the run has " + shortened(fmt::format("{}", fmt::join(known, ", ")), 300);
}

std::string why_missing(CheckedRuns& runs, const Gate& gate, const std::string& dataset) {
  const auto names = [&](std::size_t run) {
    std::set<std::string> found;
    for (const auto& task : runs.file(run).tasks()) found.insert(task.dataset);
    return found;
  };
  const auto had = names(kBaseRun), has = names(kCheckedRun);
  if (has.contains(dataset)) {
    return had.contains(dataset) ? "the data set has no such result" + suggestion(runs, gate)
                                 : "the data set is not in the base";
  }
  if (had.contains(dataset)) return "the data set is not in the run";
  return "neither run has the data set; the run has " +
         shortened(fmt::format("{}", fmt::join(has, ", ")), 80);
}

// Refuses a gate whose numbers its results can't have.
void check_ranges(const CheckedRuns& runs, const Gate& gate, const SubjectPair& pair,
                  const std::vector<ResultName>& results) {
  const std::size_t run = run_of(gate);
  const auto& file = runs.file(run);
  const auto subject = std::ranges::find(file.subjects(), run == kBaseRun ? pair.base : pair.run,
                                         &SubjectFacts::name);
  const bool is_cosine = subject != file.subjects().end() && subject->has_vectors;
  for (const auto& result : results) {
    const TaskFacts* task = runs.find_task(run, result);
    if (task != nullptr) check_range(runs.gates(), gate, *task, result.name, is_cosine);
  }
}

GateAnswers check_pair(CheckedRuns& runs, const Gate& gate, const SubjectPair& pair) {
  const auto results = results_of(runs, gate, pair);
  check_ranges(runs, gate, pair, results);
  GateAnswers answers;
  for (const auto& dataset : gate.datasets) {
    if (std::ranges::find(results, dataset, &ResultName::dataset) != results.end()) continue;
    answers.push_back(missing_answer(gate, pair, dataset, why_missing(runs, gate, dataset)));
  }
  if (results.empty() && gate.datasets.empty()) {
    answers.push_back(
        missing_answer(gate, pair, "", "no data set has it" + suggestion(runs, gate)));
  }
  for (const auto& result : results) {
    for (const auto& kind : gate_kinds()) {
      if (kind.asked(gate)) answers.push_back(kind.answer(runs, {gate, pair, result}));
    }
  }
  return answers;
}

// Names the missing subject of a pair. Empty: both are there.
std::string lacking(const CheckedRuns& runs, const Gate& gate, const SubjectPair& pair) {
  if (!runs.has(kCheckedRun, pair.run)) return "the subject is not in the run";
  if (!gate.asks_drop() || runs.has(kBaseRun, pair.base)) return {};
  return "the subject " + pair.base + " is not in the base";
}

GateAnswers check_gate(CheckedRuns& runs, const Gate& gate) {
  GateAnswers answers = tasks_left_behind(runs, gate);
  for (const auto& pair : pairs_of(runs, gate)) {
    runs.note_noise(kBaseRun, pair.base);
    runs.note_noise(kCheckedRun, pair.run);
    const std::string lacks = lacking(runs, gate, pair);
    append(answers, lacks.empty() ? check_pair(runs, gate, pair)
                                  : GateAnswers{missing_answer(gate, pair, "", lacks)});
  }
  return answers;
}

// Whether all subjects of the base have the vectors that they had.
GateAnswers check_vectors(CheckedRuns& runs, std::optional<double> tolerance) {
  GateAnswers answers;
  for (const auto& pair : pairs_of(runs, {})) {
    if (const auto lacks = lacking(runs, {}, pair); !lacks.empty()) {
      answers.push_back(missing_answer({}, pair, "", lacks));
      continue;
    }
    runs.note_noise(kBaseRun, pair.base);
    runs.note_noise(kCheckedRun, pair.run);
    const auto [base, run] = runs.chosen(pair);
    const auto [checks, notes] = check_unchanged(runs.named(), base, run, tolerance);
    for (const auto& check : checks) answers.push_back({check, pair});
    for (const auto& note : notes) runs.note(note);
    if (checks.empty()) {
      answers.push_back(missing_answer({}, pair, "", "both runs have no cosines of one data set"));
    }
  }
  return answers;
}

void decide(GateCheck& check, const Paired& gain, std::size_t tests) {
  const double strictest = kSignificant / static_cast<double>(tests);
  check.detectable = check.smallest + detectable(gain, strictest);
  if (check.p_holm < kSignificant) {
    check.verdict = Verdict::kFail;
  } else if (check.smallest == 0 || 1 - check.p < kSignificant) {
    check.verdict = Verdict::kPass;
  } else {
    const bool near_pass = gain.value > -check.smallest;
    check.items_needed = items_needed(gain, -check.smallest, near_pass ? kSignificant : strictest);
  }
}

// A drop fails if it is significant among all that were tested. Without a smallest drop that
// matters, any other drop passes. With one, a pass must be significant too. All gates pass only if
// each does, so that needs no correction (Berger, 1982). Returns the number of tests.
std::size_t decide_drops(GateAnswers& answers) {
  std::vector<GateAnswer*> tested;
  std::vector<double> p;
  for (auto& answer : answers) {
    if (!answer.gain) continue;
    tested.push_back(&answer);
    p.push_back(answer.check.p);
  }
  const auto corrected = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    tested[i]->check.p_holm = corrected[i];
    decide(tested[i]->check, *tested[i]->gain, p.size());
  }
  return p.size();
}

// Adds the items that moved most if something fails.
void add_moves(const CheckedRuns& runs, std::size_t most, GateAnswers& answers) {
  for (auto& [check, pair, gain] : answers) {
    if (check.verdict != Verdict::kFail || !runs.has(kBaseRun, pair.base)) continue;
    if (!runs.has(kCheckedRun, pair.run)) continue;
    check.moves = moves_between(runs.named(), runs.chosen(pair), check.probe, check.dataset, most);
  }
}

// How many pairs are summarised on the tasks of both runs.
std::size_t count_pairs(const CheckedRuns& runs, const Gates& gates) {
  std::set<SubjectPair> pairs;
  const auto add = [&](const Gate& gate) {
    for (const auto& pair : pairs_of(runs, gate)) {
      if (gate.asks_drop() && lacking(runs, gate, pair).empty()) pairs.insert(pair);
    }
  };
  if (gates.gates.empty() && !asks_unchanged(gates)) add({});
  for (const auto& gate : gates.gates) add(gate);
  return pairs.size();
}

Verdict worst_of(const GateAnswers& answers) {
  Verdict worst = Verdict::kPass;
  for (const auto verdict : {Verdict::kCannotTell, Verdict::kFail}) {
    const auto has_it = [&](const GateAnswer& answer) { return answer.check.verdict == verdict; };
    if (std::ranges::any_of(answers, has_it)) worst = verdict;
  }
  return worst;
}

}  // namespace

CheckReport check(const NamedRun& run, const NamedRun& base, const Gates& gates,
                  const CheckOptions& options) {
  if (gates.tolerance && !(*gates.tolerance >= 0 && std::isfinite(*gates.tolerance))) {
    throw usage_error("a tolerance is 0 or more", "cosines differ by 0 to 2; try 1e-2");
  }
  CheckedRuns runs(run, base, gates, options);
  if (const auto pairs = count_pairs(runs, gates); pairs > 0) runs.begin(pairs);
  GateAnswers answers;
  if (asks_unchanged(gates)) append(answers, check_vectors(runs, gates.tolerance));
  if (gates.gates.empty() && !asks_unchanged(gates)) append(answers, check_gate(runs, {}));
  for (const auto& gate : gates.gates) append(answers, check_gate(runs, gate));
  CheckReport report;
  report.run = run.name;
  report.base = base.name;
  report.hypotheses = decide_drops(answers);
  if (options.items > 0) add_moves(runs, options.items, answers);
  report.verdict = worst_of(answers);
  report.strict = gates.strict;
  for (auto& answer : answers) report.checks.push_back(std::move(answer.check));
  report.notes = runs.notes();
  return report;
}

}  // namespace sonde
