#include "run/files/working_files.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/output_file.h"
#include "base/version.h"
#include "sonde/error.h"
#include "sonde/run_file.h"
#include "store/database/found_file.h"
#include "store/vectors/store_file.h"
#include "store/vectors/stored_vector.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// The file of vectors when no store is wanted or it is full.
fs::path spool_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".part";
  return path;
}

// The file of doubtful subjects' vectors until the run's end.
fs::path passing_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".passing";
  return path;
}

// The file of measurements of streamed data sets.
fs::path blocks_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".measured";
  return path;
}

// A run without a store puts its vectors there until it is done.
void check_spool(const fs::path& spool) {
  try {
    refuse_foreign(spool);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("is in the way: a run without a store stores its vectors there until it ends",
                      {spool.string()}, "move it away, or choose another --out");
  }
}

void remove_spool(const RunPlan& plan) { remove_if_ours(spool_path(plan), kStoreSchema); }

// Removes it if it holds no vector from which a run could resume.
void remove_empty_spool(const RunPlan& plan) {
  std::error_code ignored;
  try {
    const bool there = fs::exists(spool_path(plan), ignored);
    if (there && stored_views(spool_path(plan)).empty()) remove_spool(plan);
  } catch (const Error&) {  // the next run finds it
  }
}

void remove_blocks(const RunPlan& plan) { remove_block_file(blocks_path(plan)); }

std::unique_ptr<VectorStore> open_store(const RunPlan& plan) {
  const fs::path spool = spool_path(plan);
  return part_doubtful(plan.store.empty() ? open_vector_store(spool)
                                          : open_capped_store(plan.store, plan.store_cap, spool),
                       passing_path(plan));
}

void tell_damage(const StoreDamage& damage, RunContext& context) {
  if (damage.rebuilt) {
    context.note("the vector store was damaged; it was set aside as " + damage.set_aside.string() +
                 " and what it lost was encoded again");
  } else if (damage.records > 0) {
    context.note(counted(damage.records, "damaged record") + " of the vector store, encoded again");
  }
}

void tell_full(const RunPlan& plan, RunContext& context) {
  context.note("the vector store " + plan.store.string() +
               " is full: not all vectors of this run are stored; --store-cap gives it more "
               "room, `sonde store --prune` takes vectors out");
}

}  // namespace

void check_places(const RunPlan& plan) {
  const std::string working = "a working file of --out";
  const std::array outputs{
      NamedPlace{"--out", plan.out},           NamedPlace{working, spool_path(plan)},
      NamedPlace{working, passing_path(plan)}, NamedPlace{working, blocks_path(plan)},
      NamedPlace{"--left-out", plan.left_out}, NamedPlace{"--store", plan.store}};
  std::vector<NamedPlace> inputs{{"--listing", plan.listing}};
  for (const auto& data : plan.datasets) inputs.push_back({"--data", data});
  for (const auto& specs : {plan.encoders, plan.scorers}) {
    for (const auto& spec : specs)
      inputs.push_back({"a file of '" + spec.name + "'", spec.location});
  }
  check_apart(outputs, inputs);
  if (plan.store.empty()) check_spool(spool_path(plan));
}

std::unique_ptr<VectorStore> kept_vectors(const RunPlan& plan) {
  const fs::path spool = spool_path(plan);
  if (plan.store.empty()) return fs::exists(spool) ? open_vector_store(spool) : nullptr;
  return fs::exists(plan.store) ? open_capped_store(plan.store, plan.store_cap, spool) : nullptr;
}

RunFacts run_facts(const RunPlan& plan, const std::string& digest) {
  return {std::string(kVersion), digest, plan.seed, plan.replicates, plan.limit};
}

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

WorkingFiles::WorkingFiles(const RunPlan& plan, const Digest& digest, bool doubtful)
    : plan_(plan),
      digest_(digest.hex()),
      writer_(plan.share.of > 0 ? nullptr : write_run_file(plan.out, run_facts(plan, digest_))),
      store_(open_store(plan)) {
  if (doubtful) remove_blocks(plan);
}

WorkingFiles::~WorkingFiles() {
  if (!store_) return;
  store_.reset();
  if (plan_.store.empty()) remove_empty_spool(plan_);
}

BlockStore& WorkingFiles::blocks() {
  if (!blocks_) blocks_ = std::make_unique<BlockFile>(blocks_path(plan_), digest_);
  return *blocks_;
}

void WorkingFiles::finish(RunContext& context) {
  tell_damage(store_->damage(), context);
  const bool full = store_->full();
  if (full) tell_full(plan_, context);
  store_.reset();
  if (full || plan_.store.empty()) remove_spool(plan_);
  blocks_.reset();
  remove_blocks(plan_);
}

}  // namespace sonde
