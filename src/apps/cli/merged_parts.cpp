#include "apps/cli/merged_parts.h"

#include <fmt/format.h>

#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"

namespace sonde {

void merge_parts(const MergePlan& plan, const Surroundings& surroundings) {
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
}

}  // namespace sonde
