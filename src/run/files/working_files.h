#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "run/tasks/context.h"
#include "sonde/run.h"
#include "store/runs/measured_blocks.h"
#include "store/vectors/vector_store.h"

namespace sonde {

// Errors: kUsage where the vector store is to lie where a run keeps something else beside its file;
// kInput where something else lies where a run without a store keeps its vectors.
void check_places(const RunPlan& plan);

RunFacts run_facts(const RunPlan& plan, const std::string& digest);

// Removes what a run that was killed between its last two steps left beside its file, but nothing
// of somebody else's that lies there.
void remove_leftovers(const RunPlan& plan);

// The vectors that a run could go on from; null where there are none.
std::unique_ptr<VectorStore> kept_vectors(const RunPlan& plan);

// The run file that is written, and what lies beside it while a run is at work, so that a stopped
// one can go on.
class WorkingFiles {
 public:
  // Claims the place of the run file first. digest: of the plan. Where its encoders are doubtful,
  // what a stopped run measured by them is removed. A part of a run has no run file.
  WorkingFiles(const RunPlan& plan, const Digest& digest, bool doubtful);
  // Of a run that failed, what was encoded stays.
  ~WorkingFiles();
  WorkingFiles(const WorkingFiles&) = delete;
  WorkingFiles& operator=(const WorkingFiles&) = delete;

  RunWriter& writer() { return *writer_; }  // not of a part
  VectorStore& store() { return *store_; }
  // Where streamed data sets have what was measured of them; opened when it is asked for.
  BlockStore& blocks();
  // Of a merge: where they are instead.
  void use_blocks(std::unique_ptr<BlockStore> blocks) { blocks_ = std::move(blocks); }

  // Of a run that is done: says what was wrong with the store and removes all but it and the run
  // file. Nothing may be asked of them afterwards.
  void finish(RunContext& context);

 private:
  const RunPlan& plan_;
  std::string digest_;
  std::unique_ptr<RunWriter> writer_;  // before the others
  std::unique_ptr<VectorStore> store_;
  std::unique_ptr<BlockStore> blocks_;  // null: not asked for
};

}  // namespace sonde
