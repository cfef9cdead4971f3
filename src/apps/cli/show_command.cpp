#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "base/parse.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

// NAME=DATASET,DATASET
DatasetMean parse_mean(const std::string& text, const std::string& result) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == text.npos) {
    throw usage_error("'" + text + "' is no mean over data sets", "write NAME=DATASET,DATASET,...");
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
      throw usage_error("two means have one name: '" + text + "'", "give each its own");
    }
    for (auto& one : means_over_datasets(all, parse_mean(text, result))) {
      means.push_back(std::move(one));
    }
  }
  return show_means(means, format);
}

}  // namespace

int show_command(std::vector<std::string> words, const Surroundings&) {
  std::string file;
  ShowOptions options = show_options();
  bool subjects = false;
  const auto app = option_parser("show", "Prints the results of a run file.");
  app->add_option("file", file, "the run file")->required();
  app->add_option("--format", options.format, "text, md, tex, csv or json");
  app->add_flag("--summary", options.summary,
                "the verdicts; as csv and json the first result of each data set");
  app->add_flag("--slices", options.slices, "rows for every slice");
  app->add_flag("--details,--quantiles", options.details,
                "in tables too: medians, quartiles, and results with a dot in their name");
  app->add_option("--label", options.label, "rows for the slices of this label only");
  app->add_flag("--subjects", subjects, "what the subjects are, instead of results");
  std::vector<std::string> means;
  std::string result;
  app->add_option(
         "--mean", means,
         "NAME=DATASET,DATASET,...: the mean over data sets with its parts, instead; again "
         "for more")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--result", result, "of which result; default: the first of each probe");
  parse(*app, std::move(words));
  if (!result.empty() && means.empty()) {
    throw usage_error("--result belongs to --mean", "name data sets: --mean NAME=DATASET,DATASET");
  }
  if (!means.empty() && (subjects || options.slices || !options.label.empty())) {
    throw usage_error("--mean is shown alone", "leave out --subjects, --slices and --label");
  }
  const auto run = open_run_file(file);
  if (!means.empty()) {
    std::fputs(means_of(file, *run, means, result, options.format).c_str(), stdout);
    return 0;
  }
  const auto text = subjects ? show_subjects(*run, options) : show_results(*run, options);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace sonde
