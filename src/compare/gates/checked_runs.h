#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compare/gates/undefined_items.h"
#include "compare/subject_selection.h"
#include "sonde/compare.h"
#include "sonde/resampling.h"
#include "store/runs/remarked_texts.h"

namespace sonde {

// The places of both runs of a check.
inline constexpr std::size_t kBaseRun = 0, kCheckedRun = 1;

// A result's name in full.
struct ResultName {
  std::string probe, dataset, slice, name;
  auto operator<=>(const ResultName&) const = default;
};
ResultName name_of(const Result& result);
// The name if its probe has its joint form.
ResultName joint_name(ResultName name);

// A subject of the checked run and one of the base.
struct SubjectPair {
  std::string run, base;
  auto operator<=>(const SubjectPair&) const = default;
};

// Both subjects' results on the items in common.
struct JointResults {
  std::optional<Result> base, run;
};

// The runs of a check and all that gates need of them, each found when first needed, and once.
class CheckedRuns {
 public:
  CheckedRuns(const NamedRun& run, const NamedRun& base, const Gates& gates,
              const CheckOptions& options);

  const std::array<NamedRun, 2>& named() const { return runs_; }
  const RunFile& file(std::size_t run) const { return *runs_[run].file; }
  // Shows progress from now on, over the tasks of this many pairs.
  void begin(std::size_t pairs);
  bool has(std::size_t run, const std::string& subject) const;
  std::array<Chosen, 2> chosen(const SubjectPair& pair) const;  // the base's first
  const TaskFacts* find_task(std::size_t run, const ResultName& name) const;
  // A run's results on all items it has, at the gate's threshold if it has one. Other results come
  // without intervals.
  const std::vector<Result>& own(const Gate& gate, std::size_t run);
  // Null: neither has it.
  const JointResults* joint(const SubjectPair& pair, const ResultName& name);
  // Items in common that either leaves undefined, whatever the range.
  Unanswered unanswered_items(const SubjectPair& pair, const ResultName& name);

  // Notes, each once: of a subject's noise, and of the texts of a data set that it cut. The latter
  // returns their number.
  void note(const std::string& line);
  void note_noise(std::size_t run, const std::string& subject);
  std::size_t note_cut(std::size_t run, const std::string& subject, const ResultName& name);
  const std::vector<std::string>& notes() const { return notes_; }
  const Gates& gates() const { return gates_; }

 private:
  Chosen chosen(std::size_t run, const std::string& subject) const;
  std::set<std::string, std::less<>> directed_results();
  std::map<ResultName, JointResults> summarise_both(const SubjectPair& pair);
  std::map<ResultName, Unanswered> count_unanswered(const SubjectPair& pair) const;

  std::array<NamedRun, 2> runs_;
  const Gates& gates_;
  bool slices_;  // whether a gate uses one
  Observer& observer_;
  std::uint64_t summarised_ = 0;  // tasks, once per pair
  Resampler resampler_;
  std::array<Remarks, 2> remarks_;
  std::map<std::pair<std::size_t, std::optional<double>>, std::vector<Result>> own_;
  std::map<SubjectPair, std::map<ResultName, JointResults>> joint_;
  std::map<SubjectPair, std::map<ResultName, Unanswered>> unanswered_;
  std::vector<std::string> notes_;
};

}  // namespace sonde
