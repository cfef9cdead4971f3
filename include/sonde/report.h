// Room: report.
//
// A run file as people and programs read it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/comparison.h"
#include "sonde/run_file.h"

namespace sonde {

struct AgreementReport;

struct ShowOptions {
  std::string format = "text";  // text, csv, md, tex, json
  bool summary = false;         // the verdicts (csv and json: the first result of each task)
  bool slices = false;          // rows for every slice, not only for all items
  bool details = false;  // quartiles (NAME_median, NAME_q1, NAME_q3) and names with a dot too
  std::string label;     // rows for slices of this label (empty: use `slices`)
  // A probe kind's result whose mean over subjects and data sets is shown for each language.
  std::map<std::string, std::string> spread_by_language;
};

// The results: a table per task with a row per subject (and slice), ordered by group with each
// group's mean, or transposed if there are many results. csv and json have one line or object per
// result. Errors: kUsage for an unknown format, and for a label that no task has slices of.
std::string show_results(const RunFile& file, const ShowOptions& options);

// The matrix of verdicts and the answer, as in report_page(). Errors: kUsage unless text, md or
// tex.
std::string show_verdicts(const Overview& overview, std::string_view format);

// How wide tables of text may be: 100 columns unless set. Not to be called while others write.
void set_text_width(std::size_t columns);

// A table per probe, with a row per subject and a column per part. csv and json have a line or
// object per part and per mean. Errors: kUsage for an unknown format.
std::string show_means(const std::vector<MeanOverDatasets>& means, std::string_view format);

// Properties of the subjects: parameters, dimension, layers, length limit, identity.
std::string show_subjects(const RunFile& file, const ShowOptions& options);

// Statistics of data sets (describe.h): a table of pairs and one of lengths. `format`: text, md,
// tex, csv or json. Errors: kUsage for another.
std::string show_description(const std::vector<Result>& results, std::string_view format);

// Differences, standings, items that moved most, correlations of subjects. csv has a line per
// difference. `format`: text, md, tex, csv or json. Errors: kUsage for another.
std::string show_comparison(const Comparison& comparison, std::string_view format);

// A check's verdicts, a row each, and the verdict of all. Formats as above.
std::string show_check(const CheckReport& report, std::string_view format);

// The same as JUnit XML: a test case per verdict. "Can't tell" is skipped, or fails if strict.
std::string check_junit(const CheckReport& report);

struct LayersOptions {
  std::string format = "text";       // text, md, tex, csv or json
  std::vector<std::string> names{};  // results, or "all" (none: the first of each task)
  std::vector<std::string> probes{}, datasets{};  // none: all
};
// Results layer by layer, for subjects that differ only in the layer. Text has a curve. It shows
// the best layer and the lowest whose paired difference from it has 0 in its 95% interval. Errors:
// kUsage for another format, and if no subject has two layers.
std::string show_layers(const Overview& overview, const LayersOptions& options);

struct AgreementView {
  std::string format = "text";  // text, md, tex, csv (a line a result) or json (always all)
  bool items = false;           // a row for every item
  bool annotators = false;      // a row for every annotator
};
// How far people agree. Errors: kUsage for another format.
std::string show_agreement(const AgreementReport& report, const AgreementView& view);

// The items with all subjects' measurements, a line an item (jsonl) or a row (csv). The
// lines go to `write` as they are made. Errors: kUsage for an unknown format.
void export_items(const RunFile& file, std::string_view format,
                  const std::function<void(std::string_view)>& write);

struct ReportOptions {
  std::string title;
  std::vector<const AgreementReport*> ratings{};  // human ratings, shown with the runs
};

// Runs as one HTML file for people: it opens from disk and makes no network requests. Errors:
// kUsage in a build without Node.js, which has no page.
std::string report_page(const Overview& overview, const ReportOptions& options);

// The data of that page: JSON script elements to embed in your page.
std::string report_blocks(const Overview& overview, const ReportOptions& options);

// A file of a figure: NAME.vl.json, a Vega-Lite specification with its numbers, or NAME.csv, the
// numbers alone.
struct FigureFile {
  std::string name, text;
};
std::vector<FigureFile> figure_files(const Overview& overview, const ReportOptions& options);

}  // namespace sonde
