// Room: store.
//
// Findings about several runs: made by compare.h, written by report.h.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/result.h"
#include "sonde/run_file.h"

namespace sonde {

struct ComparedSubject {
  std::string label;  // name, or "RUN:NAME" if others share it
  std::string name;
  std::size_t run = 0;   // which of the runs
  std::string identity;  // hexadecimal
  std::string numerics;
};

// The second subject less the first on one result, both on the same items.
struct Difference {
  std::string probe, dataset, slice, name, label;  // label: of the result, for people
  std::size_t first = 0, second = 0;               // places in Comparison::subjects
  double first_value = NAN, second_value = NAN;
  double value = NAN, low = NAN, high = NAN;  // 95% interval, uncorrected
  double error = NAN, effect = NAN;           // standard error, and standard deviations of an item
  double p = NAN, p_holm = NAN;               // two-sided, p_holm over all differences shown
  Better better = Better::kNeither;
  std::size_t n = 0, left_out = 0;
  std::map<std::string, std::size_t> why;  // left out for both, by reason
  std::string undefined;                   // why p is missing, empty if it isn't
};

// A subject's ranks among those with a value of one result: from 1 + how many are significantly
// better, to their number less those significantly worse. None without a value, or if result.better
// is kNeither.
struct Standing {
  std::string probe, dataset, slice, name, label;
  std::size_t subject = 0;
  Result result;  // without replicates
  std::size_t best = 1, worst = 1;
};

// Spearman's correlation of what two subjects measured on the same rows.
struct SubjectCorrelation {
  std::string probe, dataset, measurement;
  std::size_t rows = 0;
  double value = NAN, low = NAN, high = NAN;
};

struct Move {
  std::string item;  // its id in the first run
  std::vector<std::string> texts;
  double before = 0, after = 0;               // the item's score (greater is better)
  std::array<std::size_t, 2> compared{0, 1};  // texts: the two that show it best
};

// The items on which two subjects differ most.
struct Moves {
  std::string probe, dataset;
  std::string score;                 // its name
  bool passes = false;               // whether items pass or fail by it
  std::size_t gained = 0, lost = 0;  // items that pass now and didn't, and the reverse
  std::vector<Move> better, worse;   // most first
};

struct ComparedTask {
  std::string probe, dataset;
  std::size_t items = 0;           // in all runs compared
  std::vector<std::size_t> only;   // further items, by run
  bool partial = false;            // whether any run measured but part of the data set
  std::vector<std::size_t> cut{};  // texts cut at a length limit, by subject
};

struct Comparison {
  std::vector<std::string> runs;
  std::vector<ComparedSubject> subjects;
  std::uint64_t seed = 0, replicates = 0;
  std::vector<ComparedTask> tasks;
  std::vector<Difference> differences;           // all pairs, in order of subjects
  std::size_t hypotheses = 0;                    // that Holm's correction covers
  std::vector<Standing> standings;               // for three subjects or more
  std::vector<SubjectCorrelation> correlations;  // for two subjects
  std::vector<Moves> moves;                      // for two subjects
  std::vector<std::string> notes;                // for the reader
};

enum class Verdict : std::uint8_t { kPass, kFail, kCannotTell };

// One requirement on one result.
struct GateCheck {
  std::string subject, probe, dataset, slice, name;
  std::string asked;  // for people: "no drop", "no drop of .02", "at least .8"
  Verdict verdict = Verdict::kFail;
  std::string reason;  // if the numbers don't explain it
  double base = NAN, value = NAN;
  double difference = NAN, low = NAN, high = NAN;  // value less base, 95% interval
  double smallest = 0;                             // the drop up to which nothing matters
  double p = NAN, p_holm = NAN;  // one-sided: worse by more than that, p_holm over all drops tested
  double detectable = std::numeric_limits<double>::quiet_NaN();  // drop found in 80 of 100 samples
  double items_needed = std::numeric_limits<double>::quiet_NaN();  // for kCannotTell
  std::size_t n = 0, unanswered = 0;  // unanswered: defined in the base, undefined in the run
  std::size_t cut = 0;                // texts of the data set that the run's subject cut
  bool partial = false;               // whether a run it rests on measured but part of the data set
  std::optional<Moves> moves{};  // from base to run, if it fails and CheckOptions requests them
};

struct CheckReport {
  std::string run, base;
  Verdict verdict = Verdict::kFail;  // the worst: fail, then can't tell
  bool strict = false;               // whether "can't tell" counts as a fail
  std::size_t hypotheses = 0;
  std::vector<GateCheck> checks;
  std::vector<std::string> notes;

  bool failed() const {
    return verdict == Verdict::kFail || (strict && verdict == Verdict::kCannotTell);
  }
};

// A subject of a run, or of several that measured it on different data.
struct OverviewSubject {
  std::string label;    // name, or "RUN:NAME" if others share it
  std::size_t run = 0;  // the first that has it
  SubjectFacts facts;
  std::uint64_t cut = 0, undefined = 0;  // texts that it cut, and that it has no vector for
};

// A subject's score per item: greater is better, NaN is undefined.
struct OverviewScores {
  std::string name;
  double passes_above = std::numeric_limits<double>::quiet_NaN();  // NaN: nothing is passed
  std::vector<std::vector<double>> of;  // subject -> item (empty: not measured)
};

// A question of a task's probe. The vectors have an entry per subject of the overview.
struct OverviewQuestion {
  Evidence of;
  std::vector<Result> results;  // has replicates, no value if not measured or undefined
  std::vector<double> ties;     // share of comparisons, NaN for a correlation
  std::vector<std::vector<ItemOutcome>> outcomes;  // per item, empty for a correlation
  Result counting_words;  // the baseline: cosine of token counts, "n't" a token
};

// The text of another item that a subject finds closest to an item's first text.
struct OverviewOther {
  std::string text;  // empty: none
  double similarity = std::numeric_limits<double>::quiet_NaN();
};

// A probe over a data set, of all subjects that were measured on it.
struct OverviewTask {
  TaskFacts facts;
  std::string kind, asks;  // the probe's kind and its help
  Shown shown;
  std::vector<std::size_t> runs;
  std::vector<Result> results;  // with replicates, by subject label
  std::vector<Series> series;
  std::vector<Item> items;                              // in all of these runs
  std::vector<std::optional<MatrixOf<double>>> values;  // subject -> rows x measurements
  std::vector<std::vector<OverviewOther>> others;       // subject -> item (empty: none was stored)
  OverviewScores scores;
  std::vector<OverviewQuestion> questions;  // the task's questions in `shown`
};

struct OverviewRun {
  std::string name;
  RunFacts facts;
};

// A subject's result on several data sets, and its mean over them, whose data set is the mean's
// name and whose scope are the parts'.
struct MeanOverDatasets {
  Result mean;
  std::vector<Result> parts;
};

// Runs as one.
struct Overview {
  std::vector<OverviewRun> runs;
  std::vector<OverviewSubject> subjects;
  std::vector<OverviewTask> tasks;
  std::vector<std::string> notes;
};

}  // namespace sonde
