#include "run/out_file.h"

#include <string>

#include "base/atomic_file.h"
#include "sonde/error.h"
#include "sonde/run_file.h"
#include "store/found_file.h"
#include "store/measured_blocks.h"
#include "store/store_file.h"
#include "store/stored_vector.h"

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

}  // namespace

fs::path spool_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".part";
  return path;
}

fs::path blocks_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".measured";
  return path;
}

void check_places(const RunPlan& plan) {
  if (plan.store.empty()) return;
  const fs::path store = place_of(plan.store);
  for (const auto& of_run : {plan.out, spool_path(plan), blocks_path(plan)}) {
    if (store != place_of(of_run)) continue;
    throw usage_error("the vector store is to lie at " + of_run.string() +
                          ", where this run keeps something else",
                      "choose another --store or --out");
  }
}

void remove_spool(const RunPlan& plan) { remove_if_ours(spool_path(plan), kStoreSchema); }
void remove_blocks(const RunPlan& plan) { remove_measured_blocks(blocks_path(plan)); }

void remove_leftovers(const RunPlan& plan) {
  std::error_code ignored;
  const auto there = [&](const fs::path& file) { return fs::exists(file, ignored); };
  if (!there(spool_path(plan)) && !there(blocks_path(plan))) return;
  try {
    const NewFile claim(plan.out);  // another run may be at work there
    remove_spool(plan);
    remove_blocks(plan);
  } catch (const Error&) {
  }
}

bool up_to_date(const RunPlan& plan, const ResolvedPlan& resolved) {
  const std::string wanted = plan_digest(plan, resolved).hex();
  const std::string there = plan_at(plan.out, plan.replace, wanted);
  if (there == wanted) return true;
  if (there.empty() || plan.replace) return false;
  throw usage_error("the file " + plan.out.string() + " holds another run",
                    "choose another --out, or say --replace");
}

}  // namespace sonde
