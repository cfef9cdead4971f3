#pragma once

#include "sonde/dataset.h"
#include "sonde/probe.h"
#include "sonde/run.h"

namespace sonde {

// Facts available to the probe of a run before it is made.
class RunSources : public ProbeSources {
 public:
  RunSources(const RunPlan& plan, const Card& card) : plan_(plan), card_(card) {}

  void each_item(const Probe& probe, const TakeItems& take) const override;
  std::vector<Task> tasks_of(const std::filesystem::path& run_file) const override;
  Resampler resampler() const override { return {plan_.seed, plan_.replicates, plan_.threads}; }

 private:
  const RunPlan& plan_;
  const Card& card_;
};

}  // namespace sonde
