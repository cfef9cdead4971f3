// The similarity above which two texts may count as the same, for a wanted rate of false matches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/nan.h"
#include "sonde/resampling.h"
#include "statistics/separation/separation.h"

namespace sonde {

// The rates of false matches for which operating points are given.
inline constexpr std::array kFalseMatchRates{0.01, 0.05};

// Two texts match if their similarity is above the threshold. Similarities that differ by less than
// 1e-6 tie: they are rounded to that.
struct OperatingPoint {
  // The expected share of false matches among new sentences is the rate: of n changed variants,
  // rate (n + 1) - 1 are above, between neighbours by linear interpolation, and never fewer than 0.
  double threshold = kNaN;
  // The share of each list of `judged` that matches. Each item is judged by the threshold from the
  // nine tenths of the items without it.
  std::vector<double> matches{};
};

// `changed`: variants with another meaning, which should not match. `judged`: any lists of
// variants, as Variants has them. A list may be `changed` itself. keys[item] as for Resampler. They
// decide the folds as well. Errors: kUsage for a rate that is not above 0 and below 1.
struct OperatingQuestion {
  Variants changed;
  std::span<const Variants> judged;
  std::span<const std::uint64_t> keys;
  double rate = 0.05;
};
OperatingPoint operating_point(const OperatingQuestion& question);

// The same in every bootstrap replicate over items, each with separate thresholds.
struct OperatingReplicates {
  std::vector<double> threshold;
  std::vector<std::vector<double>> matches;  // per list, per replicate
};
OperatingReplicates operating_replicates(const Resampler& resampler,
                                         const OperatingQuestion& question);

// Fewer changed variants than this cannot show that the rate is so low.
std::size_t fewest_changed(double rate);

// Which of the ten folds an item is in.
std::size_t operating_fold(std::uint64_t key);

// Rounded so that similarities that tie are equal.
double settled_similarity(double similarity);

}  // namespace sonde
