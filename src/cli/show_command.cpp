#include <cstdio>

#include "cli/command.h"
#include "cli/options.h"
#include "sonde/report.h"

namespace sonde {

int show_command(std::vector<std::string> words, const Surroundings&) {
  std::string file;
  ShowOptions options = show_options();
  bool subjects = false;
  const auto app = option_parser("show", "Prints the results of a run file.");
  app->add_option("file", file, "the run file")->required();
  app->add_option("--format", options.format, "text, md, tex, csv or json");
  app->add_flag("--summary", options.summary, "one table: the first result of each data set");
  app->add_flag("--slices", options.slices, "rows for every slice");
  app->add_flag("--details,--quantiles", options.details,
                "in tables too: medians, quartiles, and what names with a dot tell");
  app->add_option("--label", options.label, "rows for the slices of this label only");
  app->add_flag("--subjects", subjects, "what the subjects are, instead of results");
  parse(*app, std::move(words));
  const auto run = open_run_file(file);
  const auto text = subjects ? show_subjects(*run, options) : show_results(*run, options);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace sonde
