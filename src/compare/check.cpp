#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/names.h"
#include "compare/comparable.h"
#include "compare/gate_text.h"
#include "compare/joint_task.h"
#include "compare/matches_at.h"
#include "compare/moved_items.h"
#include "compare/paired_results.h"
#include "compare/unchanged.h"
#include "compare/undefined_items.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/run.h"
#include "statistics/resampling/paired.h"
#include "store/runs/noise_note.h"
#include "store/runs/remarked_texts.h"

namespace sonde {
namespace {

constexpr std::size_t kBase = 0, kRun = 1;  // places among the runs

// One result's name in full.
using Question = std::tuple<std::string, std::string, std::string, std::string>;
Question question_of(const Result& r) { return {r.probe, r.dataset, r.slice, r.name}; }

// A subject in the run, and in the base.
struct Pair {
  std::string run, base;
  auto operator<=>(const Pair&) const = default;
};

// A test that waits for the correction.
struct Drop {
  std::size_t check;  // its place among the report's
  Paired gain;        // greater is better
};

class Checking {
 public:
  Checking(const NamedRun& run, const NamedRun& base, const Gates& gates,
           const CheckOptions& options)
      : runs_{base, run},
        gates_(gates),
        most_moved_(options.items),
        resampler_(base.file->facts().seed, options.replicates, options.threads) {
    report_.run = run.name;
    report_.base = base.name;
    report_.strict = gates.strict;
    for (const auto which : {kBase, kRun}) remarks_[which] = remarks_of(*runs_[which].file);
  }

  CheckReport go() {
    if (gates_.unchanged) check_vectors();
    if (gates_.gates.empty() && !gates_.unchanged) check_gate(Gate{});
    for (const auto& gate : gates_.gates) check_gate(gate);
    decide_drops();
    if (most_moved_ > 0) add_moves();
    report_.verdict = Verdict::kPass;
    for (const auto worse : {Verdict::kCannotTell, Verdict::kFail}) {
      const auto is_it = [&](const GateCheck& check) { return check.verdict == worse; };
      if (std::ranges::any_of(report_.checks, is_it)) report_.verdict = worse;
    }
    return std::move(report_);
  }

 private:
  const RunFile& file(std::size_t run) const { return *runs_[run].file; }

  bool has_subject(std::size_t run, const std::string& name) const {
    return std::ranges::any_of(file(run).subjects(),
                               [&](const SubjectFacts& subject) { return subject.name == name; });
  }

  std::uint32_t subject(std::size_t run, const std::string& name) const {
    const auto& subjects = file(run).subjects();
    const auto at = std::ranges::find(subjects, name, &SubjectFacts::name);
    return static_cast<std::uint32_t>(at - subjects.begin());
  }

  // Those of a gate: as named, else the only one of each, else all of the base and, for bounds, of
  // the run.
  std::vector<Pair> pairs(const Gate& gate) const {
    std::vector<Pair> found;
    for (const auto& name : gate.subjects) {
      found.push_back({name, gate.base.empty() ? name : gate.base});
    }
    if (!found.empty()) return found;
    const auto &in_run = file(kRun).subjects(), &in_base = file(kBase).subjects();
    if (in_run.size() == 1 && in_base.size() == 1) return {{in_run[0].name, in_base[0].name}};
    for (const auto& of : in_base) found.push_back({of.name, of.name});
    for (const auto& of : in_run) {
      if (!gate.asks_drop() && !has_subject(kBase, of.name)) found.push_back({of.name, of.name});
    }
    return found;
  }

  // Tasks that a gate means without naming them, and the run lacks.
  void check_left_behind(const Gate& gate) {
    if (!gate.datasets.empty() || (gate.asks_drop() && !gate.result.empty())) return;
    for (const auto& task : file(kBase).tasks()) {
      if (find_like(file(kRun), task) || !asks_for_probe(gate.probes, task.probe, runs_)) continue;
      const bool has_it = std::ranges::any_of(own(gate, kBase), [&](const Result& result) {
        return result.probe == task.probe && result.dataset == task.dataset &&
               (gate.result.empty() || result.name == gate.result);
      });
      if (has_it) fail_missing(gate, {}, task.dataset, task.probe + " was not asked of it");
    }
  }

  void check_gate(const Gate& gate) {
    check_left_behind(gate);
    for (const auto& pair : pairs(gate)) {
      const bool in_run = has_subject(kRun, pair.run);
      const bool in_base = !gate.asks_drop() || has_subject(kBase, pair.base);
      if (has_subject(kBase, pair.base)) note_noise(kBase, pair.base, " in the base");
      if (in_run) note_noise(kRun, pair.run, "");
      if (in_run && in_base) {
        check_pair(gate, pair);
      } else {
        fail_missing(gate, pair, "",
                     in_run ? "the subject " + pair.base + " is not in the base"
                            : "the subject is not in the run");
      }
    }
  }

  // Whether all subjects of the base have the vectors that they had.
  void check_vectors() {
    for (const auto& pair : pairs(Gate{})) {
      if (!has_subject(kRun, pair.run)) {
        fail_missing(Gate{}, pair, "", "the subject is not in the run");
        continue;
      }
      note_noise(kBase, pair.base, " in the base");
      note_noise(kRun, pair.run, "");
      const Chosen base{kBase, subject(kBase, pair.base), pair.base};
      const auto checks = check_unchanged(runs_, base, {kRun, subject(kRun, pair.run), pair.run});
      for (const auto& check : checks) add(check, pair);
      if (checks.empty())
        fail_missing(Gate{}, pair, "", "both runs have no cosines of one data set");
    }
  }

  void note_noise(std::size_t run, const std::string& name, const std::string& where) {
    const auto note = noise_note(name + where, file(run).subjects()[subject(run, name)]);
    if (!note.empty()) add_note(note);
  }

  // Texts of the check's data set that a subject cut; with a note where there are some.
  std::size_t note_cut(std::size_t run, const std::string& name, const std::string& where,
                       const GateCheck& check) {
    const auto* task = find_task(run, check.probe, check.dataset);
    if (task == nullptr || !has_subject(run, name)) return 0;
    const auto number = static_cast<std::uint32_t>(task - file(run).tasks().data());
    const auto cut = cut_texts(remarks_[run], subject(run, name), number);
    const auto note = cut.told(name + where, check.dataset, Flaw::kCut);
    if (!note.empty()) add_note(note);
    return cut.texts();
  }

  void check_pair(const Gate& gate, const Pair& pair) {
    const auto questions = questions_of(gate, pair);
    for (const auto& name : gate.datasets) {
      const auto there = [&](const Question& question) { return std::get<1>(question) == name; };
      if (std::ranges::none_of(questions, there)) fail_missing(gate, pair, name, missing(name));
    }
    if (questions.empty() && gate.datasets.empty()) {
      fail_missing(gate, pair, "", "no data set has it" + suggestion(gate));
    }
    for (const auto& question : questions) {
      if (gate.asks_drop()) check_drop(gate, pair, question);
      if (gate.at_least || gate.at_most) check_threshold(gate, pair, question);
    }
  }

  // The nearest name of a result where none has the gate's.
  std::string suggestion(const Gate& gate) {
    std::set<std::string> names;
    for (const auto& result : own(gate, gate.asks_drop() ? kBase : kRun)) names.insert(result.name);
    if (gate.result.empty() || names.contains(gate.result)) return {};
    const std::vector<std::string> known(names.begin(), names.end());
    const std::string hint = did_you_mean(gate.result, known, "");
    return hint.empty() ? hint : "; " + hint;
  }

  std::string missing(const std::string& dataset) const {
    const auto has = [&](std::size_t run) {
      return std::ranges::any_of(file(run).tasks(),
                                 [&](const TaskFacts& task) { return task.dataset == dataset; });
    };
    if (!has(kRun)) return "the data set is not in the run";
    return has(kBase) ? "the data set has no such result" : "the data set is not in the base";
  }

  // What a gate asks of a subject: the base has it (or, for thresholds alone, the run).
  std::vector<Question> questions_of(const Gate& gate, const Pair& pair) {
    const std::size_t run = gate.asks_drop() ? kBase : kRun;
    const std::string& name = run == kBase ? pair.base : pair.run;
    std::vector<Question> found;
    for (const auto& result : own(gate, run)) {
      if (result.subject != name || result.slice != gate.slice) continue;
      const bool probe = asks_for_probe(gate.probes, result.probe, runs_);
      const bool wanted = gate.result.empty() ? result.better != Better::kNeither &&
                                                    in_both(result.probe, result.dataset)
                                              : result.name == gate.result;
      if (probe && wanted && asks_for(gate.datasets, result.dataset)) {
        found.push_back(question_of(result));
      }
    }
    return found;
  }

  const TaskFacts* find_task(std::size_t run, const std::string& probe,
                             const std::string& dataset) const {
    TaskFacts wanted;
    wanted.probe = probe;
    wanted.dataset = dataset;
    const auto at = find_like(file(run), wanted);
    return at ? &file(run).tasks()[*at] : nullptr;
  }

  bool in_both(const std::string& probe, const std::string& dataset) const {
    return find_task(kBase, probe, dataset) != nullptr &&
           find_task(kRun, probe, dataset) != nullptr;
  }

  // A run's results on all of its own items, at the gate's threshold if it has one. No intervals of
  // other results are needed.
  const std::vector<Result>& own(const Gate& gate, std::size_t run) {
    const auto [at, is_new] = own_.try_emplace({run, gate.threshold});
    if (!is_new) return at->second;
    for (const auto& task : file(run).tasks()) require_plugin(runs_[run], task);
    at->second = on_contents(std::span(runs_).subspan(run, 1), [&] {
      return gate.threshold ? matches_at(file(run), *gate.threshold, resampler_)
                            : summarise_again(file(run), resampler_.threads(), 1);
    });
    return at->second;
  }

  std::array<Chosen, 2> chosen_of(const Pair& pair) const {
    return {Chosen{kBase, subject(kBase, pair.base), pair.base},
            Chosen{kRun, subject(kRun, pair.run), pair.run}};
  }

  // Both subjects' results on the items in common, by question.
  struct Both {
    std::optional<Result> base, run;
    std::optional<PairedResults> pair{};  // once a gate asked

    const PairedResults& paired() {
      if (!pair) pair = paired_results(*base, *run);
      return *pair;
    }
  };
  std::map<Question, Both>& joint(const Pair& pair) {
    const auto [at, is_new] = joint_.try_emplace(pair);
    if (!is_new) return at->second;
    const auto chosen = chosen_of(pair);
    const CommonTasks common = common_tasks(runs_, std::array{kBase, kRun});
    for (const auto& note : common.notes) add_note(note);
    for (const auto& task : common.tasks) {
      const JointTask items(runs_, task, chosen);
      note_items(task, items);
      const auto results = items.summarise(resampler_.keeping(asked_by(gates_)), asks_slices());
      for (const auto& result : results[kBase]) at->second[question_of(result)].base = result;
      for (const auto& result : results[kRun]) at->second[question_of(result)].run = result;
    }
    return at->second;
  }

  // What either leaves undefined of the items in common, by question, whatever the range.
  const std::map<Question, Unanswered>& unanswered_of(const Pair& pair) {
    const auto [at, is_new] = unanswered_.try_emplace(pair);
    if (!is_new || !has_subject(kBase, pair.base)) return at->second;
    const auto chosen = chosen_of(pair);
    for (const auto& task : common_tasks(runs_, std::array{kBase, kRun}).tasks) {
      for (const auto& [of, counts] : unanswered(runs_, task, chosen, resampler_, asks_slices())) {
        at->second[{joint_probe(task.probe), task.dataset, of.first, of.second}] = counts;
      }
    }
    return at->second;
  }

  // Whether the gate lets the run leave so many items undefined that the base answers.
  bool answers_enough(const Gate& gate, const Pair& pair, Question question, GateCheck& check) {
    std::get<0>(question) = joint_probe(std::get<0>(question));
    const auto& all = unanswered_of(pair);
    const auto at = all.find(question);
    if (at == all.end()) return true;
    const Unanswered& found = at->second;
    check.unanswered = found.by_run;
    if (found.by_base > 0) {
      add_note(
          fmt::format("{} · {}: {}: left out for both: {} items that only the base leaves "
                      "undefined",
                      check.probe, check.dataset, check.subject, found.by_base));
    }
    if (found.by_run == 0) return true;
    const std::string lacks =
        fmt::format("undefined for {} of {} items that the base answers", found.by_run, found.of);
    add_note(fmt::format("{} · {}: {}: {}", check.probe, check.dataset, check.subject, lacks));
    if (gate.allows_undefined(found.by_run, found.of)) return true;
    check.reason = lacks;
    return false;
  }

  bool is_partial(std::size_t run, const GateCheck& check) const {
    const auto* task = find_task(run, check.probe, check.dataset);
    return task != nullptr && task->partial();
  }

  bool asks_slices() const {
    return std::ranges::any_of(gates_.gates, [](const Gate& gate) { return gate.slice != "all"; });
  }

  void add(GateCheck check, const Pair& pair) {
    report_.checks.push_back(std::move(check));
    pairs_.push_back(pair);
  }

  // What moved most where something fails.
  void add_moves() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      GateCheck& check = report_.checks[i];
      const auto& [run, base] = pairs_[i];
      if (check.verdict != Verdict::kFail || !has_subject(kBase, base)) continue;
      if (!has_subject(kRun, run)) continue;
      const auto chosen = chosen_of(pairs_[i]);
      check.moves = moves_between(runs_, chosen, check.probe, check.dataset, most_moved_);
    }
  }

  void add_note(const std::string& note) {
    if (std::ranges::find(report_.notes, note) == report_.notes.end())
      report_.notes.push_back(note);
  }

  void note_items(const CommonTask& task, const JointTask& items) {
    if (items.only(kBase) + items.only(kRun) == 0) return;
    add_note(fmt::format("{} · {}: {} items in common; {} only in the base, {} only in the run",
                         task.probe, task.dataset, items.frame().items(), items.only(kBase),
                         items.only(kRun)));
  }

  GateCheck blank(const Pair& pair, const Question& question, std::string asked) const {
    GateCheck check;
    check.subject = pair.run == pair.base ? pair.run : pair.run + " against " + pair.base;
    std::tie(check.probe, check.dataset, check.slice, check.name) = question;
    check.asked = std::move(asked);
    return check;
  }

  void fail_missing(const Gate& gate, const Pair& pair, const std::string& dataset,
                    const std::string& reason) {
    const std::string probe = gate.probes.size() == 1 ? gate.probes[0] : "";
    GateCheck check = blank(pair, {probe, dataset, gate.slice, gate.result}, asked_text(gate));
    check.reason = "missing: " + reason;
    add(std::move(check), pair);
  }

  // The run's own result; a base that had other ends of thresholds may have asked for it.
  const Result* find_own(const Gate& gate, const std::string& subject, Question question) {
    const auto find = [&](const auto& probe_of) -> const Result* {
      for (const auto& result : own(gate, kRun)) {
        Question asked = question_of(result);
        std::get<0>(asked) = probe_of(result.probe);
        if (result.subject == subject && asked == question) return &result;
      }
      return nullptr;
    };
    const auto* const exact = find([](const std::string& probe) { return probe; });
    if (exact != nullptr) return exact;
    std::get<0>(question) = joint_probe(std::get<0>(question));
    return find(joint_probe);
  }

  void check_threshold(const Gate& gate, const Pair& pair, const Question& question) {
    GateCheck check = blank(pair, question, bounds_text(gate));
    check.partial = is_partial(kRun, check);
    check.cut = note_cut(kRun, pair.run, "", check);
    const Result* const found = find_own(gate, pair.run, question);
    if (found == nullptr) {
      check.reason = "missing: the run has no such result";
    } else {
      check_bounds(gate, *found, check);
      if (!answers_enough(gate, pair, question, check)) check.verdict = Verdict::kFail;
      if (gate.threshold) add_note(check_matches(gate, *found, check));
    }
    add(std::move(check), pair);
  }

  void check_drop(const Gate& gate, const Pair& pair, const Question& question) {
    GateCheck check = blank(pair, question, drop_text(gate, gate.better));
    check.smallest = gate.smallest.value_or(0);
    check.partial = is_partial(kBase, check) || is_partial(kRun, check);
    note_cut(kBase, pair.base, " in the base", check);
    check.cut = note_cut(kRun, pair.run, "", check);
    auto& results = joint(pair);
    const auto at = results.find(question);
    if (at == results.end() || !at->second.base || !at->second.run) {
      check.reason = "missing: the run has no such result";
    } else {
      check.asked = drop_text(gate, better_of(gate, *at->second.run));
      const bool answers = answers_enough(gate, pair, question, check);
      fill_in(at->second, check);
      if (answers) compare_both(gate, at->second, check);
    }
    add(std::move(check), pair);
  }

  static void fill_in(Both& both, GateCheck& check) {
    const Paired& difference = both.paired().difference;
    const Interval interval = paired_interval(difference);
    check.base = both.base->value;
    check.value = both.run->value;
    check.difference = difference.value;
    check.low = interval.low;
    check.high = interval.high;
    check.n = both.run->n;
  }

  void compare_both(const Gate& gate, Both& both, GateCheck& check) {
    const Result &base = *both.base, &now = *both.run;
    auto [difference, undefined] = both.paired();
    check.reason = undefined;
    const Better better = better_of(gate, now);
    if (better == Better::kNeither) {
      check.reason = "whether higher or lower is better is not known: say better = \"...\"";
      return;
    }
    if (std::isnan(difference.value) || base.scope != now.scope) return;  // fails
    check.verdict = Verdict::kCannotTell;
    if (!undefined.empty()) return;
    if (better == Better::kLower) difference = reversed(difference);
    check.p = p_below(difference, -check.smallest);
    drops_.push_back({report_.checks.size(), difference});
  }

  // A drop fails where it is significant among all that were asked about. Without a smallest drop
  // that matters, what doesn't fail passes; with one, a pass must be significant too. All
  // gates pass only where each does, so that needs no correction (Berger, 1982).
  void decide_drops() {
    std::vector<double> p;
    for (const auto& drop : drops_) p.push_back(report_.checks[drop.check].p);
    const auto corrected = holm(p);
    report_.hypotheses = p.size();
    for (std::size_t i = 0; i < p.size(); ++i) {
      GateCheck& check = report_.checks[drops_[i].check];
      check.p_holm = corrected[i];
      decide(check, drops_[i].gain);
    }
  }

  void decide(GateCheck& check, const Paired& gain) const {
    const double strictest = kLevel / static_cast<double>(drops_.size());
    check.detectable = check.smallest + detectable(gain, strictest);
    if (check.p_holm < kLevel) {
      check.verdict = Verdict::kFail;
    } else if (check.smallest == 0 || 1 - check.p < kLevel) {
      check.verdict = Verdict::kPass;
    } else {
      const bool near_pass = gain.value > -check.smallest;
      check.items_needed = items_needed(gain, -check.smallest, near_pass ? kLevel : strictest);
    }
  }

  std::array<NamedRun, 2> runs_;
  const Gates& gates_;
  std::size_t most_moved_;
  Resampler resampler_;
  std::array<Remarks, 2> remarks_;
  std::map<std::pair<std::size_t, std::optional<double>>, std::vector<Result>> own_;
  std::map<Pair, std::map<Question, Both>> joint_;
  std::map<Pair, std::map<Question, Unanswered>> unanswered_;
  std::vector<Drop> drops_;
  CheckReport report_;
  std::vector<Pair> pairs_;  // of the report's checks
};

}  // namespace

CheckReport check(const NamedRun& run, const NamedRun& base, const Gates& gates,
                  const CheckOptions& options) {
  check_replicates(options.replicates);
  return Checking(run, base, gates, options).go();
}

}  // namespace sonde
