#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "run/plan.h"
#include "store/measured_blocks.h"
#include "store/vector_store.h"

namespace sonde {

// Makes the encoders that the tasks' probes filter by, those of the subjects where they are the
// same; the tasks' settings and the text of their probes then say which they are. Errors: as
// make_encoder(); kUsage for several views, and for what is fitted on the data.
void make_filters(const RunPlan& plan, ResolvedPlan& resolved);

// The pass of a run that asks them. Until then all items stand in full.
class Filtering {
 public:
  struct Hooks {
    std::function<void(const std::string& phase, std::uint64_t items)> begin;
    std::function<void(std::uint64_t items)> advance;
    std::function<void()> check_stop;  // throws where the run is to end
    std::function<void(const std::string&)> note;
    // Where what was found of streamed tasks is kept, as their vectors aren't.
    std::function<MeasuredBlocks&()> blocks;
  };
  Filtering(ResolvedPlan& resolved, VectorStore& store, Hooks hooks)
      : resolved_(resolved), store_(store), hooks_(std::move(hooks)) {}

  // Fills in what passes, counts those tasks again and lets go of their encoders.
  void go();

  std::uint64_t encoded() const { return encoded_; }  // texts

 private:
  struct Found;
  void filter(std::uint32_t number, Task& task);
  void ask(std::uint32_t number, const Task& task, std::uint32_t which, Found& found);
  std::string told(const Task& task, const Found& found) const;

  ResolvedPlan& resolved_;
  VectorStore& store_;
  Hooks hooks_;
  std::uint64_t encoded_ = 0;
};

}  // namespace sonde
