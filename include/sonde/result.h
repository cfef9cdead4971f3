// Room: data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/stats.h"

namespace sonde {

// The direction in which a result gets better, if it has one.
enum class Better : std::uint8_t { kNeither, kHigher, kLower };

constexpr std::uint64_t kFewestReplicates = 10, kMostReplicates = 1'000'000;
constexpr std::uint64_t kDefaultReplicates = 2000, kGateReplicates = 10000;

// A result in each bootstrap replicate, so that its differences have intervals.
struct Replicates {
  std::vector<double> values;  // empty unless the Resampler stores them
  std::size_t items = 0;       // distinct items that were resampled
  Scale scale = Scale::kMean;
};

// Numbers at equal steps, which a figure draws: a density curve.
struct Series {
  std::string subject;
  std::string probe;  // spec, with the probe's options
  std::string dataset;
  std::string slice = "all";
  std::string name;
  double first = 0;  // place of the first value
  double step = 1;
  std::vector<double> values;  // NaN: undefined
};

// A number with its uncertainty. NaN is "undefined", never 0.
struct Result {
  std::string subject;  // its name, or "data" if it has no subject
  std::string probe;    // spec, with the probe's options
  std::string dataset;
  std::string slice = "all";  // or "LABEL=VALUE"
  std::string name;
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();  // 95% interval
  double high = std::numeric_limits<double>::quiet_NaN();
  std::size_t n = 0;  // items (or rows, if the probe counts those) that count
  std::size_t left_out = 0;
  std::map<std::string, std::size_t> why;  // left out, by reason, sums to left_out
  std::string scope;                       // subjects it was computed over, if more than its own
  // These two are not stored.
  Better better = Better::kNeither;
  Replicates replicates{};
};

// A question of a probe: a row of a report's matrix. A higher value is better, 1 is best.
struct Evidence {
  std::string_view capability;
  std::string_view title, asks;  // "negation or rewording", and the whole question
  std::string_view says;         // meaning of the value
  std::string_view result;       // the published result that it is close to
  double chance = .5;            // of vectors without information, NaN for 1 / items
  bool is_share = true;          // a mean of ItemOutcome::share, else the correlation `result`
  std::string_view slice = "all";
  // The question applies only if this setting of the task, or option of its probe, has this value.
  std::string_view setting{}, is{};
};

// Two texts of an item and their similarity.
struct ComparedTexts {
  std::uint32_t row = 0;               // an item's row
  std::uint8_t first = 0, second = 1;  // places in Row::at
  double similarity = std::numeric_limits<double>::quiet_NaN();
};

// How a subject does on one item of a question.
struct ItemOutcome {
  // Comparisons won (share), a tie is half.
  double share = std::numeric_limits<double>::quiet_NaN();
  double ties = 0;  // share of comparisons, NaN if the question doesn't apply to the item
  double margin = std::numeric_limits<double>::quiet_NaN();  // margin of the worst one (shown)
  ComparedTexts closer{}, other{};  // `closer` should be more similar than `other`
};

enum class FigureKind : std::uint8_t {
  kHeatMap,    // subjects x names
  kDensities,  // two curves, what they share, and marks
  kBox,        // five numbers: lowest, quartiles, highest
  kBars,       // values with intervals
  kScatter,    // gold and a measurement
  kLines,      // values over steps or ordered names
  kHistogram,  // shares of bins
};

enum class FigureSource : std::uint8_t {
  kResults,  // results of all items, a name each
  kSlices,   // a result in the slices of a label, a second one that belongs to the data
  kSeries,   // series, a name each
  kRows,     // a measurement of the items' rows, by row label or by a label of the items
};

// A figure that a probe requests, from its own numbers. It is drawn if they exist.
struct FigureForm {
  struct Name {
    std::string_view name, title;
  };
  std::string_view name;  // a-z, 0-9 and -
  FigureKind kind;
  FigureSource source;
  std::string_view title, caption;
  std::string_view paper{};     // the figure of the paper that it follows
  std::vector<Name> names{};    // results, series or a measurement
  std::string_view label{};     // label of slices or items (empty: one figure per label)
  std::string_view x{}, y{};    // axis titles
  std::vector<Name> marks{};    // results that are drawn as lines
  std::string_view baseline{};  // a result that x is normalised by: (x - b) / (1 - b)
  bool difference = false;      // for two slices: their difference too
  bool over_tasks = false;      // for results: one figure over all data sets
  bool relative = false;        // divided by the value at the greatest gold mean
};

// How a probe is shown in a report.
struct Shown {
  std::string_view title, paper;
  std::vector<Evidence> evidence{};
  std::vector<FigureForm> figures{};
  std::vector<FigureForm::Name> results{}, labels{}, rows{}, texts{};  // labels: short, of results
};

}  // namespace sonde
