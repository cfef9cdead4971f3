// Room: compare.
//
// Is B better than A, on what, and how sure is that?
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/comparison.h"
#include "sonde/observer.h"
#include "sonde/run_file.h"

namespace sonde {

struct NamedRun {
  std::string name;  // its file, as given
  const RunFile* file = nullptr;
};

struct CompareOptions {
  // NAME or RUN:NAME, RUN being a file as given or its last part. One NAME that several runs have
  // means all of them: old and new. Empty: all subjects of all runs.
  std::vector<std::string> subjects;
  std::vector<std::string> names;     // results (empty: each task's first, "all": all)
  std::vector<std::string> probes;    // empty: all
  std::vector<std::string> datasets;  // empty: all
  bool slices = false;
  bool alike = false;     // whether two subjects' own values are correlated
  std::size_t items = 5;  // that moved most, each way
  std::uint64_t replicates = kDefaultReplicates;
  std::size_t threads = 0;       // 0: all of the machine's
  Observer* observer = nullptr;  // see SummaryOptions
};

// Summarises the subjects again on the items that all runs have (paired by their digests), with one
// seed. An item undefined for one of the subjects is left out for all, result by result. Errors:
// kUsage for an unknown or ambiguous name, kInput if the runs have no task or no items in common.
Comparison compare(std::span<const NamedRun> runs, const CompareOptions& options);

// A requirement on a result. docs/reference/gates.md has the keys of gates.toml.
struct Gate {
  std::string result;  // its name (empty: all that have a better direction)
  // Specs, or a kind: all its probes if none has that name. Empty: all.
  std::vector<std::string> probes;
  std::vector<std::string> datasets;  // empty: all of the base that have the result
  std::vector<std::string> subjects;  // empty: all of the base
  std::string base;                   // the subject's name in the base, if different
  std::string slice = "all";
  std::optional<double> smallest;                      // the smallest drop that matters
  std::optional<double> at_least, at_most, threshold;  // docs/reference/gates.md
  Better better = Better::kNeither;                    // kNeither: the result's own
  // How many items defined in the base may be undefined in the run: a count or a share.
  std::size_t undefined_items = 0;
  double undefined_share = 0;
  std::size_t line = 0;  // in the file

  bool asks_drop() const { return smallest || (!at_least && !at_most); }
  bool allows_undefined(std::size_t items, std::size_t of) const {
    const double share = undefined_share * static_cast<double>(of);
    return items <= undefined_items || static_cast<double>(items) <= share;
  }
};

struct Gates {
  std::vector<Gate> gates;
  bool strict = false;                // whether "can't tell" fails
  bool unchanged = false;             // whether cosines may change by no more than noise
  std::optional<double> tolerance{};  // or by no more than this, 0 to 2
  std::string file{};                 // that errors name
  bool asks_base() const;             // or else each has bounds alone
};

// Errors: kInput with file:line.
Gates parse_gates(std::string_view text, const std::string& file);
Gates read_gates(const std::filesystem::path& file);

struct CheckOptions {
  std::size_t items = 0;                    // most-moved items to list, each way, per fail
  std::optional<std::uint64_t> replicates;  // none: kGateReplicates for gates
  std::size_t threads = 0;                  // 0: all of the machine's
  Observer* observer = nullptr;             // see SummaryOptions
};

// Each gate's verdict on each result that it names. Missing or undefined results fail. `base`: the
// run itself, without a name, if the gates need none. Errors: kUsage for replicates out of range.
CheckReport check(const NamedRun& run, const NamedRun& base, const Gates& gates,
                  const CheckOptions& options);

// Which results get replicates. Results without them are used as stored if one run has all.
enum class Needs : std::uint8_t { kReplicates, kFigures, kVerdicts };
struct SummaryOptions {
  std::size_t threads = 0;  // 0: all of the machine's
  Needs needs = Needs::kReplicates;
  // Notified of each task, its stop() ends the work with kInterrupted.
  Observer* observer = nullptr;
};

// All results of the runs, summarised again over all subjects that were measured on the same items,
// with the most replicates of a run and its seed. Tasks of the same question are one, on the items
// that their runs have in common. Errors: kInput for a damaged run, kUsage if two have one name.
Overview overview(std::span<const NamedRun> runs, const SummaryOptions& options = {});

struct DatasetMean {
  std::string name;
  std::vector<std::string> datasets;
  std::string result;  // empty: the first of each probe
};

// Means of each subject and each probe measured on all of the data sets. A mean is undefined if a
// part is. Errors: kUsage if no probe was, for an unknown result, for a repeated data set, and for
// the name of a data set.
std::vector<MeanOverDatasets> means_over_datasets(const Overview& overview,
                                                  const DatasetMean& asked);

}  // namespace sonde
