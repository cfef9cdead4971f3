#include <cstdio>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/overview_options.h"
#include "sonde/report.h"

namespace sonde {

int layers_command(std::vector<std::string> words, const Surroundings&) {
  OverviewOptions runs;
  LayersOptions options;
  const auto app = option_parser(
      "layers",
      "Shows results layer by layer, with the best layer and the lowest that can't be told from "
      "it. Make the run with --encoder 'hf:FOLDER?layer=all&pooling=mean,cls'.");
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help) {
    return app->add_option(name, into, help)->take_all();
  };
  list("runs", runs.runs, "run files")->required();
  list("--name", options.names, "results, or all; default: the first of each task");
  list("--probe", options.probes, "only these probes");
  list("--data", options.datasets, "only these data sets");
  app->add_option("--threads", runs.threads, "default: all of the machine's")
      ->check(whole_number());
  app->add_option("--format", options.format, "text, md, tex, csv or json");
  parse(*app, std::move(words));
  std::fputs(show_layers(read_overview(runs), options).c_str(), stdout);
  return 0;
}

}  // namespace sonde
