#include "apps/cli/merged_parts.h"

#include <fmt/format.h>

#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/counted.h"

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
    say(fmt::format("wrote {} ({} of {})", plan.out.string(),
                    counted(summary.texts, "distinct text"), counted(plan.parts.size(), "part")));
  }
}

}  // namespace sonde
