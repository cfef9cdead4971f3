#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "run/tasks/merge.h"
#include "run/tasks/subject_makers.h"
#include "store/parts/share_file.h"
#include "store/vectors/vector_store.h"

namespace sonde {

// The parts that make up a run, in order of their numbers.
class PartSet {
 public:
  // Errors: kUsage if they don't make up one run, naming those that are missing, repeated or of
  // other runs, kInput if one is damaged.
  explicit PartSet(const MergePlan& plan);

  // The run's plan, to be merged at plan.out.
  RunPlan run_plan(const MergePlan& plan) const;
  // They give the parts' records. Encoders that are fitted on each data set are made.
  SubjectMakers makers() const;
  const RunFacts& facts() const { return head_.facts; }
  const std::string& question() const { return head_.question; }
  // Puts the parts' vectors in the store.
  void give_vectors(VectorStore& store, const std::function<void()>& check_stop) const;
  // Finds the parts' measured blocks.
  std::unique_ptr<BlockStore> blocks() const;

 private:
  void add(const std::filesystem::path& file, bool mixed);
  void take_subjects(const ShareHead& head, const std::filesystem::path& file, bool mixed);
  Identity merged(const ShareVectors& vectors) const;

  std::vector<std::filesystem::path> files_;  // per number
  ShareHead head_;                            // the first one's, with all parts' subject facts
};

}  // namespace sonde
