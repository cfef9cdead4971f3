#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "run/tasks/merge.h"

namespace sonde {

int merge_command(std::vector<std::string> words, const Surroundings& surroundings) {
  MergePlan plan;
  plan.resources = surroundings.resources;
  const auto app = option_parser(
      "merge", "Makes one run file of all parts of a run (`sonde run --part`), in any order.");
  app->add_option("parts", plan.parts, "the parts' files")->required()->take_all();
  app->add_option("--out", plan.out, "the run file to write, for instance first.sonde");
  app->add_option("--data", plan.datasets,
                  "the run's data sets in their order, where they have other paths here")
      ->take_all();
  app->add_option("--listing", plan.listing, "the listing that the parts read");
  app->add_flag("--mixed-processors", plan.mixed_processors,
                "take parts that processors of several classes computed, and name all of them");
  app->add_option("--threads", plan.threads, "default: all of the machine's")
      ->check(whole_number());
  app->add_flag("--replace", plan.replace, "replace a file that holds another run");
  parse(*app, std::move(words));
  RunSummary summary;
  {
    Progress progress(surroundings.error_is_terminal);
    summary = merge(plan, progress);
  }
  if (summary.up_to_date) {
    say(plan.out.string() + " is up to date");
  } else {
    say(fmt::format("wrote {} ({} distinct texts of {} parts)", plan.out.string(), summary.texts,
                    plan.parts.size()));
  }
  return 0;
}

}  // namespace sonde
