#include "sonde/compare.h"

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/default_text.h"
#include "sonde/report.h"

namespace sonde {

int compare_command(std::vector<std::string> words, const Surroundings& surroundings) {
  std::vector<std::string> files;
  std::string format = "text";
  CompareOptions options;
  const auto app = option_parser(
      "compare",
      "Compares subjects of one or several runs: paired differences, their intervals and "
      "corrected p-values, and the items that moved most.");
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help) {
    return app->add_option(name, into, help)->take_all();
  };
  list("files", files, "run files")->required();
  list("--subjects", options.subjects,
       "NAME or RUN:NAME, two or more; one NAME that is in two runs compares old and new; "
       "default: all");
  list("--name", options.names, "results to compare, or all; default: the first of each task");
  list("--probe", options.probes, "only these probes");
  list("--data", options.datasets, "only these data sets");
  app->add_flag("--slices", options.slices, "every slice, not just all items");
  app->add_flag("--alike", options.alike,
                "for two subjects: how similar their values are, measurement by measurement");
  app->add_option("--items", options.items,
                  with_default("how many of the items that moved most to print, in each direction",
                               options.items))
      ->check(whole_number());
  app->add_option("--replicates", options.replicates, replicates_help())->check(whole_number());
  add_threads(*app, options.threads);
  app->add_option("--format", format, "text, md, tex, csv or json");
  parse(*app, std::move(words));
  std::vector<std::unique_ptr<RunFile>> opened;
  std::vector<NamedRun> runs;
  for (const auto& file : files) {
    opened.push_back(open_run_file(file));
    runs.push_back({file, opened.back().get()});
  }
  std::string text;
  {
    const ProgressLine progress(surroundings);
    options.observer = progress.observer();
    text = show_comparison(compare(runs, options), format);
  }
  print_text(text, format);
  return 0;
}

}  // namespace sonde
