#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// The baseline of the paper's appendix D: the mean cosine of the first half of the originals with
// the last half, to which an odd middle one belongs. An original is the first text of its item.

// Fits the mean unit vector of each half, in O(items). Originals whose vector is undefined or zero
// don't count.
std::unique_ptr<Fitter> baseline_fitter(std::uint64_t items);

// The mean cosine of an item's original, a text of the block, with the originals of the other half.
// NaN if one of the two is undefined.
double baseline_of(const Item& item, const Block& block, std::size_t text, const Fitted& fitted);

// The baseline from the measurements of its items' originals, in order. NaN is ignored.
struct Baseline {
  double value;
  std::vector<double> replicates;  // the value in each, without any vector
};
Baseline resampled_baseline(std::span<const double> values, std::span<const std::uint64_t> keys,
                            const Resampler& resampler);

}  // namespace sonde
