#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sonde/separation.h"
#include "stats/binned_curve.h"
#include "stats/kernel_sum.h"
#include "stats/poisson.h"

namespace sonde {

// The weighted counts of both kinds of variants, in kLanes replicates side by side. Values are
// shared out between two bins in whole parts of a weight, so that sums are exact. Also how many a
// threshold gets wrong: fuzzed ones below it, negated ones at or above.
class ReplicatedBins {
 public:
  ReplicatedBins(const Variants& fuzzed, const Variants& negated,
                 std::span<const std::uint64_t> keys, const Bins& bins, double threshold);

  void draw(const Keys& replicates, CpuClass level = kernel_class());
  void once_each();  // weight 1 in all

  // Of a replicate's lane; as many as there are bins.
  void fuzzed(std::size_t lane, std::span<double> counts) const;
  void negated(std::size_t lane, std::span<double> counts) const;
  std::uint32_t fuzzed_below(std::size_t lane) const { return fuzzed_.wrong.at[lane]; }
  std::uint32_t negated_above(std::size_t lane) const { return negated_.wrong.at[lane]; }

 private:
  struct Add;
  struct Kind {
    Variants variants;
    std::vector<Lanes<std::uint32_t>> parts;
    Lanes<std::uint32_t> wrong;
  };

  void clear();
  void read(const Kind& kind, std::size_t lane, std::span<double> counts) const;

  Kind fuzzed_, negated_;
  std::span<const std::uint64_t> keys_;
  Bins bins_;
  double threshold_;
  std::uint32_t whole_;  // parts of a weight of 1
};

}  // namespace sonde
