#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/overview_options.h"
#include "apps/cli/progress.h"
#include "apps/server/serve.h"
#include "base/default_model.h"
#include "base/default_text.h"
#include "report/page/page_bundle.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

void tell_address(const std::string& address) {
  std::printf("%s\n", address.c_str());
  std::fflush(stdout);
  say(page_bundle().empty()
          ? "this sonde was built without Node.js and has no page: the address answers programs "
            "alone (docs/guides/playground.md); Ctrl-C ends"
          : "open the address in a browser of this machine; Ctrl-C ends");
}

std::string report_of(const OverviewOptions& options) {
  if (options.runs.empty() && options.ratings.empty()) return {};
  if (options.runs.empty()) {
    throw usage_error("--ratings needs a run file", "name a run file too");
  }
  const auto ratings = read_agreements(options);
  return report_blocks(read_overview(options), report_options(options, {}, ratings));
}

}  // namespace

int serve_command(std::vector<std::string> words, const Surroundings& surroundings) {
  ServePlan plan;
  OverviewOptions options;
  options.needs = Needs::kFigures;
  std::vector<std::string> encoders;
  plan.resources = surroundings.resources;
  plan.near_misses = surroundings.extension.near_misses;
  const auto app = option_parser(
      "serve",
      "Serves a page on 127.0.0.1 for looking at runs and trying encoders on your sentences.");
  add_overview_options(*app, options);
  app->get_option("runs")->required(false);
  app->add_option(
         "--encoder", encoders,
         with_default("[NAME=]KIND:LOCATION?key=value, see `sonde list encoders`", kDefaultEncoder))
      ->take_all()
      ->allow_extra_args(false);  // a run file may follow
  app->add_option("--port", plan.port, "default or 0: any free port")->check(CLI::Range(0, 65535));
  parse(*app, std::move(words));
  if (encoders.empty()) encoders.emplace_back(kDefaultEncoder);
  for (const auto& word : encoders) plan.encoders.push_back(parse_spec(word));
  plan.report = report_of(options);
  Progress progress(surroundings.error_is_terminal);
  serve(plan, progress, tell_address);
  return 0;
}

}  // namespace sonde
