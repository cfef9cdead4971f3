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
// shared out between two bins in whole parts of a weight, so that sums are exact.
class ReplicatedBins {
 public:
  ReplicatedBins(const Variants& fuzzed, const Variants& negated,
                 std::span<const std::uint64_t> keys, const Bins& bins);

  void draw(const Keys& replicates, CpuClass level = kernel_class());
  void once_each();  // weight 1 in all

  // Of a replicate's lane; as many as there are bins.
  void fuzzed(std::size_t lane, std::span<double> counts) const;
  void negated(std::size_t lane, std::span<double> counts) const;

 private:
  struct Add;
  using Parts = std::vector<Lanes<std::uint32_t>>;

  void clear();
  void read(const Parts& parts, std::size_t lane, std::span<double> counts) const;

  Variants fuzzed_, negated_;
  std::span<const std::uint64_t> keys_;
  Bins bins_;
  std::uint32_t whole_;  // parts of a weight of 1
  Parts fuzzed_parts_, negated_parts_;
};

}  // namespace sonde
