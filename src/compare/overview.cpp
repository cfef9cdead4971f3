#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "base/stop_check.h"
#include "compare/closest_others.h"
#include "compare/item_sample.h"
#include "compare/joint_task.h"
#include "compare/overview_questions.h"
#include "compare/run_errors.h"
#include "compare/subject_selection.h"
#include "compare/verdict_matrix.h"
#include "probes/shared/kinds.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "store/runs/noise_note.h"
#include "store/runs/remarked_texts.h"

namespace sonde {
namespace {

// Puts the tasks of several runs together.
class Joining {
 public:
  Joining(std::span<const NamedRun> runs, const SummaryOptions& options)
      : runs_(runs), resampler_(resampler_of(runs, options)), options_(options) {
    for (const auto& run : runs) found_.runs.push_back({run.name, run.file->facts()});
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (std::uint32_t i = 0; i < runs[run].file->subjects().size(); ++i) add_subject(run, i);
      count_remarks(run);
    }
  }

  Overview go() {
    std::uint64_t tasks = 0;
    for (const auto& run : runs_) tasks += run.file->tasks().size();
    Observer& observer = observer_of(options_.observer);
    observer.begin("summarising", tasks);
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      for (std::uint32_t task = 0; task < runs_[run].file->tasks().size(); ++task) {
        if (!done_.contains({run, task})) add_task(common(run, task));
        observer.advance(done_.size());
      }
    }
    note_partial();
    return std::move(found_);
  }

 private:
  struct Question {
    CommonTask task;
    std::vector<std::size_t> runs;
  };

  // Independent of the order of the runs: the most replicates, and of several seeds the least.
  static Resampler resampler_of(std::span<const NamedRun> runs, const SummaryOptions& options) {
    const auto settings = [](const NamedRun& run) {
      const RunFacts& facts = run.file->facts();
      return std::pair(~facts.replicates, facts.seed);
    };
    const RunFacts& facts = std::ranges::min(runs, {}, settings).file->facts();
    return {facts.seed, facts.replicates, options.threads, stop_of(options.observer)};
  }

  // A subject that several runs measured on different data is one subject.
  void add_subject(std::size_t run, std::uint32_t number) {
    const SubjectFacts& facts = runs_[run].file->subjects()[number];
    const auto runs = runs_with(facts.name);
    const bool is_one = runs.size() == 1 || is_same_elsewhere(facts, runs);
    const std::string label = is_one ? facts.name : own_name(run) + ":" + facts.name;
    std::size_t place = found_.subjects.size();
    if (is_one && run != runs.front()) {
      const auto at = std::ranges::find(found_.subjects, label, &OverviewSubject::label);
      place = static_cast<std::size_t>(at - found_.subjects.begin());
    } else {
      found_.subjects.push_back({label, run, facts});
      const auto noise = noise_note(label, facts);
      if (!noise.empty()) found_.notes.push_back(noise);
    }
    chosen_.push_back({run, number, label});
    places_.push_back(place);
  }

  std::vector<std::size_t> runs_with(const std::string& name) const {
    std::vector<std::size_t> found;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (subject_of(run, name) != nullptr) found.push_back(run);
    }
    return found;
  }

  const SubjectFacts* subject_of(std::size_t run, const std::string& name) const {
    const auto& subjects = runs_[run].file->subjects();
    const auto at = std::ranges::find(subjects, name, &SubjectFacts::name);
    return at == subjects.end() ? nullptr : &*at;
  }

  // Whether the subjects of this name have the same vectors in all of the runs, and no two of the
  // runs share a task, of which it would have two values.
  bool is_same_elsewhere(const SubjectFacts& facts, const std::vector<std::size_t>& runs) const {
    const auto is_same = [&](std::size_t run) {
      const Identity& other = subject_of(run, facts.name)->identity;
      return other.view == facts.identity.view && other.what == facts.identity.what &&
             other.numerics == facts.identity.numerics;
    };
    if (!std::ranges::all_of(runs, is_same)) return false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::size_t j = i + 1; j < runs.size(); ++j) {
        const std::size_t both[] = {runs[i], runs[j]};
        if (!common_tasks(runs_, both).tasks.empty()) return false;
      }
    }
    return true;
  }

  std::string own_name(std::size_t run) const {
    const auto stem = [](const NamedRun& one) {
      return std::filesystem::path(one.name).stem().string();
    };
    const std::string own = stem(runs_[run]);
    return std::ranges::count(runs_, own, stem) == 1 ? own : runs_[run].name;
  }

  void count_remarks(std::size_t run) {
    for (const auto& [key, texts] : remarks_of(*runs_[run].file)) {
      const auto& [number, task, flaw] = key;
      const Chosen of{run, number, {}};
      const auto at = std::ranges::find(chosen_, of) - chosen_.begin();
      OverviewSubject& subject = found_.subjects[places_[static_cast<std::size_t>(at)]];
      if (flaw == Flaw::kCut) subject.cut += texts.texts();
      if (flaw == Flaw::kUndefined) subject.undefined += texts.texts();
    }
  }

  // The task in all runs that have it like this one.
  Question common(std::size_t run, std::uint32_t number) {
    const TaskFacts& wanted = runs_[run].file->tasks()[number];
    Question question{{wanted.probe, wanted.dataset, wanted.probe, wanted.settings,
                       std::vector<std::uint32_t>(runs_.size())},
                      {run}};
    question.task.number[run] = number;
    for (std::size_t other = run + 1; other < runs_.size(); ++other) {
      const std::size_t both[] = {run, other};
      for (auto& task : common_tasks(runs_, both).tasks) {
        if (task.number[run] != number || done_.contains({other, task.number[other]})) continue;
        question.task.number[other] = task.number[other];
        question.task.joint_probe = std::move(task.joint_probe);
        question.task.settings = std::move(task.settings);
        question.runs.push_back(other);
      }
    }
    for (const auto one : question.runs) done_.insert({one, question.task.number[one]});
    return question;
  }

  void add_task(const Question& question) {
    std::vector<Chosen> chosen;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (std::ranges::find(question.runs, chosen_[i].run) == question.runs.end()) continue;
      chosen.push_back(chosen_[i]);
      places.push_back(places_[i]);
    }
    const JointTask joint(runs_, question.task, chosen, Undefined::kLeftOutForIt);
    const std::size_t run = question.runs.front();
    OverviewTask task;
    task.facts = runs_[run].file->tasks()[question.task.number[run]];
    task.kind = parse_spec(task.facts.probe).kind;
    task.runs = question.runs;
    describe(task);
    task.facts.items = joint.frame().items();
    const ItemSample shown(joint.frame());
    task.items = items_of(*runs_[run].file, question.task.number[run], shown.keys());
    note_fewer(task, joint);
    note_shown(task, shown);
    const auto measured = measure(task, joint, places, shown);
    add_others(task, closest_others(runs_, question.task, joint.probe(), chosen, shown.keys()),
               places);
    task.questions = questions_of({joint, task, measured, shown, *runs_[run].file,
                                   question.task.number[run], found_.subjects.size(), resampler_});
    found_.tasks.push_back(std::move(task));
  }

  void add_others(OverviewTask& task, std::vector<std::vector<OverviewOther>> closest,
                  std::span<const std::size_t> places) const {
    if (std::ranges::all_of(closest, [](const auto& of) { return of.empty(); })) return;
    task.others.resize(found_.subjects.size());
    for (std::size_t i = 0; i < places.size(); ++i) task.others[places[i]] = std::move(closest[i]);
  }

  static void describe(OverviewTask& task) {
    const auto* const kind = find_probe_kind(task.kind);
    if (kind == nullptr) return;
    task.asks = kind->help;
    task.shown = kind->shown;
  }

  void note_partial() {
    std::map<std::size_t, std::string> samples;  // the key is the number of items
    for (const auto& task : found_.tasks) {
      if (!task.facts.partial()) continue;
      std::string& names = samples[task.facts.items];
      names += fmt::format("{}{} (of {})", names.empty() ? "" : ", ", task.facts.dataset,
                           grouped(task.facts.whole));
    }
    for (const auto& [items, names] : samples) {
      found_.notes.push_back(fmt::format("samples of {} {}: {}", grouped(items),
                                         items == 1 ? "item" : "items", names));
    }
  }

  void note_fewer(const OverviewTask& task, const JointTask& joint) {
    for (const auto run : task.runs) {
      if (joint.only(run) == 0) continue;
      found_.notes.push_back(task.facts.dataset +
                             ": left out: " + counted(joint.only(run), "item") + " of " +
                             runs_[run].name + " that other runs don't have");
    }
  }

  void note_shown(const OverviewTask& task, const ItemSample& shown) {
    if (shown.are_all()) return;
    found_.notes.push_back(fmt::format(
        "{}: sentences, examples and box plots show {} of {} items, drawn at random; all other "
        "numbers are about all items",
        task.facts.dataset, grouped(task.items.size()), grouped(task.facts.items)));
  }

  // Returns the tables of the subjects that were measured.
  MeasuredTables measure(OverviewTask& task, const JointTask& joint,
                         std::span<const std::size_t> places, const ItemSample& shown) {
    std::vector<Table> tables;
    MeasuredTables measured;
    task.values.resize(found_.subjects.size());
    task.scores.of.resize(found_.subjects.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      auto table = joint.table(i);
      if (!table) continue;
      table->subject = found_.subjects[places[i]].label;
      task.values[places[i]] = shown.rows(table->values);
      Scores scores = joint.probe().scores(joint.frame(), *table);
      task.scores.name = scores.name;
      task.scores.passes_above = scores.passes_above;
      task.scores.of[places[i]] = shown.values(std::move(scores.values));
      measured.emplace_back(places[i], *table);
      tables.push_back(std::move(*table));
    }
    task.results = takes_stored(task)
                       ? stored(task, joint, tables)
                       : joint.probe().summarise(joint.frame(), tables, resampler_.keeping());
    task.series = joint.probe().series(joint.frame(), tables);
    for (auto& result : task.results) result.probe = task.facts.probe;
    for (auto& series : task.series) series.probe = task.facts.probe;
    return measured;
  }

  bool takes_stored(const OverviewTask& task) const {
    return options_.needs != Needs::kReplicates && task.runs.size() == 1;
  }

  bool has_layers() const {
    return std::ranges::any_of(found_.subjects, [](const OverviewSubject& subject) {
      const auto& facts = subject.facts.identity.facts;
      return std::ranges::any_of(facts, [](const auto& fact) { return fact.first == "layer"; });
    });
  }

  // A correlation's verdict needs replicates, and so do figures of differences and layers (of the
  // first result), and an audit's answer.
  Resampler::Wanted needing_replicates(const OverviewTask& task, const std::string& first) const {
    const bool figures = options_.needs == Needs::kFigures, layers = has_layers();
    return [&task, &first, figures, layers](std::string_view slice, std::string_view name) {
      const auto of_figure = [&](const FigureForm& form) {
        return form.difference &&
               std::ranges::find(form.names, name, &FigureForm::Name::name) != form.names.end();
      };
      return std::ranges::any_of(task.shown.evidence,
                                 [&](const Evidence& of) {
                                   return !of.is_share && of.slice == slice && of.result == name;
                                 }) ||
             (figures && ((slice == "all" && (name == kAuditResult || (layers && name == first))) ||
                          std::ranges::any_of(task.shown.figures, of_figure)));
    };
  }

  // Stored results, with replicates if they are needed.
  std::vector<Result> stored(const OverviewTask& task, const JointTask& joint,
                             std::span<const Table> tables) {
    auto found = stored(task);
    if (found.empty()) return found;
    const auto wanted = needing_replicates(task, found.front().name);
    const auto is_wanted = [&](const Result& result) { return wanted(result.slice, result.name); };
    if (std::ranges::none_of(found, is_wanted)) return found;
    const auto drawn = joint.probe().summarise(joint.frame(), tables, resampler_.keeping(wanted));
    for (auto& result : found) {
      if (!is_wanted(result)) continue;
      const auto at = std::ranges::find_if(drawn, [&](const Result& one) {
        return one.subject == result.subject && one.slice == result.slice &&
               one.name == result.name;
      });
      if (at != drawn.end()) result = *at;
    }
    return found;
  }

  std::vector<Result> stored(const OverviewTask& task) {
    const std::size_t run = task.runs.front();
    std::vector<Result> found;
    for (const auto& result : stored_of(run)) {
      if (result.probe != task.facts.probe || result.dataset != task.facts.dataset) continue;
      found.push_back(result);
      const auto subject = std::ranges::find_if(chosen_, [&](const Chosen& one) {
        return one.run == run && runs_[run].file->subjects()[one.subject].name == result.subject;
      });
      if (subject != chosen_.end()) found.back().subject = subject->label;
    }
    return found;
  }

  // All results of a run, read once.
  const std::vector<Result>& stored_of(std::size_t run) {
    const auto [at, is_new] = stored_.try_emplace(run);
    if (is_new) at->second = runs_[run].file->results();
    return at->second;
  }

  std::span<const NamedRun> runs_;
  Resampler resampler_;
  SummaryOptions options_;
  std::vector<Chosen> chosen_;                            // all subjects of all runs
  std::vector<std::size_t> places_;                       // their numbers in the overview
  std::set<std::pair<std::size_t, std::uint32_t>> done_;  // run and task
  std::map<std::size_t, std::vector<Result>> stored_;
  Overview found_;
};

// Subjects are distinguished by their runs' names.
void check_names(std::span<const NamedRun> runs) {
  std::set<std::string> names;
  for (const auto& run : runs) {
    if (names.insert(run.name).second) continue;
    throw usage_error("the run " + run.name + " is named twice", "name each run once");
  }
}

}  // namespace

Overview overview(std::span<const NamedRun> runs, const SummaryOptions& options) {
  check_names(runs);
  return on_contents(runs, [&] { return Joining(runs, options).go(); });
}

}  // namespace sonde
