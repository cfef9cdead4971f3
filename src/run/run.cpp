#include "sonde/run.h"

#include <filesystem>
#include <utility>

#include "base/atomic_file.h"
#include "run/encoded.h"
#include "run/files/out_file.h"
#include "run/files/part_set.h"
#include "run/files/plan_digest.h"
#include "run/files/working_files.h"
#include "run/filtered.h"
#include "run/listed.h"
#include "run/measured.h"
#include "run/part_run.h"
#include "run/plan.h"
#include "run/summarised.h"
#include "run/tasks/merge.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Before any work, which would be lost when the run file is written.
void check_plan(const RunPlan& plan) {
  if (plan.out.empty()) {
    check_kinds(plan);  // an unknown name is reported first
    tasks_of(plan);
    throw usage_error("a run needs a file to write", "name it with --out");
  }
  check_amounts(plan);
  check_places(plan);
  // An up-to-date file may be in a read-only place.
  if (!std::filesystem::exists(plan.out)) check_folder_of(plan.out, "run file");
}

// From the lists of items to a run file. `parts`: set when merging, holds all subjects' output.
RunSummary make_run_file(const RunPlan& plan, Listed listed, const Digest& digest,
                         RunContext& context, const PartSet* parts = nullptr) {
  const auto doubts = doubts_of(listed);
  WorkingFiles files(plan, digest, !doubts.empty());
  for (const auto& doubt : doubts) context.note_once(doubt);
  if (parts != nullptr) {
    parts->give_vectors(files.store(), [&] { context.check_stop(); });
    files.use_blocks(parts->blocks());
  }
  Filtered filtered = filter_items(std::move(listed), files, context);
  Encoded encoded = encode_texts(std::move(filtered), files, context);
  Measured measured(std::move(encoded), files, context);
  const Summarised summarised = summarise_tasks(plan, measured, context);
  write_summaries(summarised, files.writer());
  // A file that may not be replaced may have appeared there meanwhile.
  up_to_date(plan, digest, !doubts.empty());
  files.writer().finish();
  const RunSummary summary = texts_encoded(measured.encoded());
  files.finish(context);
  return summary;
}

// Does the work, unless the file is there already.
template <class Make>
RunSummary make_unless_there(const RunPlan& plan, bool is_there, const RunContext& context,
                             const Make& make) {
  if (is_there) {
    remove_leftovers(plan);
    return {.up_to_date = true};
  }
  check_folder_of(plan.out, "run file");
  try {
    return make();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted) context.check_stop();  // reports saved work
    throw;
  }
}

// Subjects fitted by the merge itself have the numerics of this machine.
void check_merged(const PartSet& parts, const MergePlan& merge, const RunPlan& plan,
                  const Listed& listed) {
  if (question_digest(plan, listed).hex() != parts.question()) {
    throw usage_error("the data sets are not those that the parts were made of",
                      "merge on a machine where the run's paths lead to the same files");
  }
  if (merge.mixed_processors || plan_digest(plan, listed).hex() == parts.facts().plan) return;
  throw usage_error("the merge would compute its own results differently from the parts",
                    "merge on a processor of their class, or use --mixed-processors");
}

}  // namespace

RunSummary run(const RunPlan& plan, Observer& observer) {
  check_plan(plan);
  RunContext context(observer, plan.threads);
  Planned planned = plan_run(plan, context);
  Listed listed = list_items(plan, std::move(planned), context);
  const Digest digest = plan_digest(plan, listed);
  const bool doubtful = !doubts_of(listed).empty();
  const bool is_part = plan.share.of > 0;
  const bool there =
      is_part ? part_up_to_date(plan, digest, doubtful) : up_to_date(plan, digest, doubtful);
  return make_unless_there(plan, there, context, [&] {
    return is_part ? make_part(plan, std::move(listed), digest, context)
                   : make_run_file(plan, std::move(listed), digest, context);
  });
}

RunSummary merge(const MergePlan& merge, Observer& observer) {
  RunContext context(observer, merge.threads);
  const PartSet parts(merge);
  const RunPlan plan = parts.run_plan(merge);
  check_plan(plan);
  const SubjectMakers makers = parts.makers();
  Listed listed = list_items(plan, plan_run(plan, context, makers), context, makers);
  check_merged(parts, merge, plan, listed);
  const Digest digest = plan_digest(plan, listed);
  const bool there = up_to_date(plan, digest, !doubts_of(listed).empty());
  return make_unless_there(plan, there, context, [&] {
    return make_run_file(plan, std::move(listed), digest, context, &parts);
  });
}

}  // namespace sonde
