#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "run/tasks/context.h"
#include "sonde/run.h"
#include "store/runs/block_file.h"
#include "store/vectors/vector_store.h"

namespace sonde {

// Errors: kUsage if the vector store's place is one that a run uses for something else next to its
// file, kInput if something else is at the place for vectors of a run without a store.
void check_places(const RunPlan& plan);

RunFacts run_facts(const RunPlan& plan, const std::string& digest);

// Removes what a run that was killed between its last two steps left next to its file, but no files
// of others there.
void remove_leftovers(const RunPlan& plan);

// The vectors from which a run could resume, or null without any.
std::unique_ptr<VectorStore> kept_vectors(const RunPlan& plan);

// The run file being written, and the files next to it while a run is at work, so that a stopped
// one can resume.
class WorkingFiles {
 public:
  // Claims the place of the run file first. `digest`: the plan's. If its encoders are doubtful,
  // measurements of a stopped run are removed. A part of a run has no run file.
  WorkingFiles(const RunPlan& plan, const Digest& digest, bool doubtful);
  // If a run failed, its encoded texts stay.
  ~WorkingFiles();
  WorkingFiles(const WorkingFiles&) = delete;
  WorkingFiles& operator=(const WorkingFiles&) = delete;

  RunWriter& writer() { return *writer_; }  // not of a part
  VectorStore& store() { return *store_; }
  // Holds the measurements of streamed data sets. Opened at its first use.
  BlockStore& blocks();
  // For a merge: the store that has them instead.
  void use_blocks(std::unique_ptr<BlockStore> blocks) { blocks_ = std::move(blocks); }

  // Ends a completed run: reports errors of the store and removes all but it and the run file.
  // Don't use the files afterwards.
  void finish(RunContext& context);

 private:
  const RunPlan& plan_;
  std::string digest_;
  std::unique_ptr<RunWriter> writer_;  // before the others
  std::unique_ptr<VectorStore> store_;
  std::unique_ptr<BlockStore> blocks_;  // null: not used
};

}  // namespace sonde
