#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/overview_options.h"
#include "base/parse.h"
#include "report/tables/show_items.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

// NAME=DATASET,DATASET
DatasetMean parse_mean(const std::string& text, const std::string& result) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == text.npos) {
    throw usage_error("'" + text + "' is not a mean over data sets",
                      "write NAME=DATASET,DATASET,...");
  }
  DatasetMean mean{text.substr(0, equals), {}, result};
  for (const auto part : parts_of(std::string_view(text).substr(equals + 1), ',')) {
    mean.datasets.emplace_back(part);
  }
  return mean;
}

std::string means_of(const std::string& file, const RunFile& run,
                     const std::vector<std::string>& asked, const std::string& result,
                     std::string_view format) {
  const NamedRun named{file, &run};
  const Overview all = overview({&named, 1});
  std::vector<MeanOverDatasets> means;
  std::set<std::string> names;
  for (const auto& text : asked) {
    if (!names.insert(parse_mean(text, result).name).second) {
      throw usage_error("two means have one name: '" + text + "'", "give each a different name");
    }
    for (auto& one : means_over_datasets(all, parse_mean(text, result))) {
      means.push_back(std::move(one));
    }
  }
  return show_means(means, format);
}

std::string items_of_run(const std::string& file, const RunFile& run, std::size_t most) {
  const NamedRun named{file, &run};
  const std::string items = show_items(overview({&named, 1}, {.needs = Needs::kVerdicts}), most);
  if (!items.empty()) return items;
  throw usage_error(file + " has no question whose items win or lose",
                    "see all items: sonde export " + file);
}

struct ShowWords {
  OverviewOptions runs;
  ShowOptions options = show_options();
  LayersOptions layers_options;
  std::vector<std::string> means;
  std::string result;
  bool subjects = false, layers = false;
  std::size_t items = 0;
};

void add_layer_options(CLI::App& app, ShowWords& words) {
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help) {
    app.add_option(name, into, help)->take_all();
  };
  app.add_flag("--layers", words.layers,
               "results by layer for one or several runs: the best layer, and the lowest that is "
               "as good. Make the run with --encoder 'hf:FOLDER?layer=all&pooling=mean,cls'");
  list("--name", words.layers_options.names,
       "with --layers: results, or all; default: the first of each task");
  list("--probe", words.layers_options.probes, "with --layers: only these probes");
  list("--data", words.layers_options.datasets, "with --layers: only these data sets");
  add_threads(app, words.runs.threads, "with --layers: ");
}

void add_result_options(CLI::App& app, ShowWords& words) {
  ShowOptions& options = words.options;
  app.add_option("file", words.runs.runs, "the run file")->required();
  app.add_option("--format", options.format, "text, md, tex, csv or json");
  app.add_flag("--summary", options.summary,
               "the verdicts; in csv and json the first result of each data set");
  app.add_flag("--slices", options.slices, "rows for every slice");
  app.add_flag("--details,--quantiles", options.details,
               "add medians, quartiles and results with a dot in their name to the tables");
  app.add_option("--label", options.label, "rows for the slices of this label only");
  app.add_option("--items", words.items,
                 "print this many items of each question and subject instead, the worst first: "
                 "the texts that should be closer, and those that beat them")
      ->check(whole_number(1));
  app.add_flag("--subjects", words.subjects, "describe the subjects instead of printing results");
  app.add_option("--mean", words.means,
                 "NAME=DATASET,DATASET,...: print the mean over these data sets and its parts "
                 "instead; can be repeated")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--result", words.result,
                 "the result that --mean averages; default: the first of each probe");
}

void check_words(const CLI::App& app, const ShowWords& words) {
  if (words.layers) {
    return refuse_options(app,
                          {"--summary", "--slices", "--details", "--label", "--subjects", "--mean",
                           "--result", "--items"},
                          "does not go with --layers");
  }
  refuse_options(app, {"--name", "--probe", "--data", "--threads"}, "goes with --layers");
  if (words.runs.runs.size() > 1) {
    throw usage_error("several run files are shown together with --layers only",
                      "show one, or compare them: sonde compare");
  }
  if (!words.result.empty() && words.means.empty()) {
    throw usage_error("--result belongs to --mean", "name data sets: --mean NAME=DATASET,DATASET");
  }
  if (words.items > 0) {
    refuse_options(
        app, {"--summary", "--slices", "--details", "--label", "--subjects", "--mean", "--format"},
        "does not go with --items; sonde export has all items as data");
  }
  if (!words.means.empty() &&
      (words.subjects || words.options.slices || !words.options.label.empty())) {
    throw usage_error("--mean is shown alone", "leave out --subjects, --slices and --label");
  }
}

std::string shown_text(ShowWords& words) {
  words.layers_options.format = words.options.format;
  if (words.layers) return show_layers(read_overview(words.runs), words.layers_options);
  const std::string& file = words.runs.runs.front();
  const auto run = open_run_file(file);
  if (words.items > 0) return items_of_run(file, *run, words.items);
  if (!words.means.empty()) {
    return means_of(file, *run, words.means, words.result, words.options.format);
  }
  return words.subjects ? show_subjects(*run, words.options) : show_results(*run, words.options);
}

}  // namespace

int show_command(std::vector<std::string> args, const Surroundings&) {
  ShowWords words;
  const auto app = option_parser("show", "Prints the results of a run file.");
  add_result_options(*app, words);
  add_layer_options(*app, words);
  parse(*app, std::move(args));
  check_words(*app, words);
  print_text(shown_text(words), words.options.format);
  return 0;
}

}  // namespace sonde
