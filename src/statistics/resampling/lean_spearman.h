#pragma once

#include <cstdint>
#include <span>

#include "statistics/resampling/replicated.h"

namespace sonde {

// As replicated_correlations() for Spearman's alone, bit for bit, in 12 bytes a point and 36 more
// a thread (16 where items have many points), where that takes 16 and 208.
MakeCorrelations lean_spearman(std::span<const double> x, std::span<const double> y,
                               std::span<const std::uint64_t> keys, CpuClass level);

}  // namespace sonde
