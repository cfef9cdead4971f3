#include "sonde/run.h"

#include <filesystem>
#include <utility>

#include "base/atomic_file.h"
#include "run/encoded.h"
#include "run/filtered.h"
#include "run/listed.h"
#include "run/measured.h"
#include "run/out_file.h"
#include "run/plan.h"
#include "run/plan_digest.h"
#include "run/summarised.h"
#include "run/working_files.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Before any work, which would be lost when the run file is written.
void check_plan(const RunPlan& plan) {
  if (plan.out.empty()) throw usage_error("a run needs a file to write", "name it with --out");
  check_amounts(plan);
  check_places(plan);
  // What is up to date may lie where nobody can write.
  if (!std::filesystem::exists(plan.out)) check_folder_of(plan.out, "run file");
}

// From the lists of items to a run file.
RunSummary make_run_file(const RunPlan& plan, Listed listed, const Digest& digest,
                         RunContext& context) {
  const auto doubts = doubts_of(listed.encoders);
  WorkingFiles files(plan, digest, !doubts.empty());
  for (const auto& doubt : doubts) context.note_once(doubt);
  Filtered filtered = filter_items(std::move(listed), files, context);
  Encoded encoded = encode_texts(std::move(filtered), files, context);
  Measured measured(std::move(encoded), files, context);
  const Summarised summarised = summarise_tasks(plan, measured, context);
  write_summaries(summarised, files.writer());
  // Somebody may have put a file there meanwhile, that may not be replaced.
  up_to_date(plan, digest, !doubts.empty());
  files.writer().finish();
  const RunSummary summary = texts_encoded(measured.encoded());
  files.finish(context);
  return summary;
}

}  // namespace

RunSummary run(const RunPlan& plan, Observer& observer) {
  check_plan(plan);
  RunContext context(observer, plan.threads);
  Planned planned = plan_run(plan, context);
  Listed listed = list_items(plan, std::move(planned), context);
  const Digest digest = plan_digest(plan, listed);
  if (up_to_date(plan, digest, !doubts_of(listed.encoders).empty())) {
    remove_leftovers(plan);
    return {.up_to_date = true};
  }
  check_folder_of(plan.out, "run file");
  try {
    return make_run_file(plan, std::move(listed), digest, context);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted) context.check_stop();  // says what is kept
    throw;
  }
}

}  // namespace sonde
