#include "run/out_file.h"

#include <algorithm>
#include <string>

#include "base/atomic_file.h"
#include "sonde/error.h"
#include "sonde/run_file.h"
#include "store/found_file.h"
#include "store/measured_blocks.h"
#include "store/store_file.h"
#include "store/stored_vector.h"
#include "store/vector_store.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Reads all parts, so that each checksum is checked.
void read_all(const RunFile& file) {
  for (std::uint32_t task = 0; task < file.tasks().size(); ++task) {
    file.items(task, [](auto, auto) {});
    for (std::uint32_t subject = 0; subject < file.subjects().size(); ++subject) {
      file.measurements(task, subject);
      file.fitted(task, subject);
    }
  }
  file.remarks([](const TextRemark&) {});
  file.results();
  file.series();
}

// The plan of the run that a file holds; empty where there is no file, or a
// damaged one that may be replaced. What is no run never may: it is the user's own. Of the plan
// that is wanted all must be sound.
std::string plan_at(const fs::path& file, bool replaceable, const std::string& wanted) {
  if (!fs::exists(file)) return {};
  if (!fs::is_regular_file(file) || !looks_like_run_file(file)) {
    throw usage_error(file.string() + " is something else than a run file",
                      "choose another --out, or remove it");
  }
  try {
    const auto there = open_run_file(file);
    if (there->facts().plan == wanted) read_all(*there);
    return there->facts().plan;
  } catch (const Error& error) {  // what cannot be read may be sound
    if (replaceable && error.kind() == ErrorKind::kInput) return {};
    throw;
  }
}

// A run without a store keeps its vectors there until it is done.
void check_spool(const fs::path& spool) {
  try {
    refuse_foreign(spool);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error(
        "is in the way: a run without a store keeps its vectors there until it is done",
        {spool.string()}, "move it away, or choose another --out");
  }
}

}  // namespace

fs::path spool_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".part";
  return path;
}

fs::path passing_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".passing";
  return path;
}

fs::path blocks_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".measured";
  return path;
}

void check_places(const RunPlan& plan) {
  if (plan.store.empty()) return check_spool(spool_path(plan));
  const fs::path store = place_of(plan.store);
  for (const auto& of_run : {plan.out, spool_path(plan), passing_path(plan), blocks_path(plan)}) {
    if (store != place_of(of_run)) continue;
    throw usage_error("the vector store is to lie at " + of_run.string() +
                          ", where this run keeps something else",
                      "choose another --store or --out");
  }
}

void remove_spool(const RunPlan& plan) { remove_if_ours(spool_path(plan), kStoreSchema); }

void remove_empty_spool(const RunPlan& plan) {
  std::error_code ignored;
  try {
    const bool there = fs::exists(spool_path(plan), ignored);
    if (there && stored_views(spool_path(plan)).empty()) remove_spool(plan);
  } catch (const Error&) {  // the next run finds it
  }
}

void remove_blocks(const RunPlan& plan) { remove_measured_blocks(blocks_path(plan)); }

void remove_leftovers(const RunPlan& plan) {
  std::error_code ignored;
  const auto there = [&](const fs::path& file) { return fs::exists(file, ignored); };
  const auto places = {spool_path(plan), passing_path(plan), blocks_path(plan)};
  if (std::ranges::none_of(places, there)) return;
  try {
    const NewFile claim(plan.out);  // another run may be at work there
    remove_spool(plan);
    remove_if_ours(passing_path(plan), kStoreSchema);
    remove_blocks(plan);
  } catch (const Error&) {
  }
}

std::vector<std::string> doubts_of(const ResolvedPlan& resolved) {
  std::vector<std::string> doubts;
  for (const auto& subject : resolved.encoders) {
    const std::string& doubt = subject.encoder->views().front().doubt;
    if (!doubt.empty()) doubts.push_back("'" + subject.spec.name + "': " + doubt);
  }
  return doubts;
}

bool up_to_date(const RunPlan& plan, const ResolvedPlan& resolved) {
  const std::string wanted = plan_digest(plan, resolved).hex();
  const std::string there = plan_at(plan.out, plan.replace, wanted);
  const bool same = there == wanted;
  if (same && doubts_of(resolved).empty()) return true;
  if (there.empty() || plan.replace) return false;
  throw usage_error(
      "the file " + plan.out.string() +
          (same ? " holds a run of an encoder that may have changed since" : " holds another run"),
      "choose another --out, or say --replace");
}

}  // namespace sonde
