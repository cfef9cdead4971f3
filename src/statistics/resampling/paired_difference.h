// How sure a difference is: two subjects, or an old and a new version, on the same items.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sonde/resampling.h"

namespace sonde {

// Two correlations on the scale of Fisher's z, with the variances and covariance of replicates.
struct FisherPair {
  double first = std::numeric_limits<double>::quiet_NaN();
  double second = std::numeric_limits<double>::quiet_NaN();
  double first_variance = std::numeric_limits<double>::quiet_NaN();
  double second_variance = std::numeric_limits<double>::quiet_NaN();
  double covariance = std::numeric_limits<double>::quiet_NaN();
};

// A difference of one statistic of two subjects on the same items, second less first.
struct Paired {
  double value = std::numeric_limits<double>::quiet_NaN();
  // The standard deviation of the difference of paired replicates.
  double error = std::numeric_limits<double>::quiet_NaN();
  std::size_t items = 0;  // resampled ones
  Scale scale = Scale::kMean;
  FisherPair fisher{};  // for correlations

  bool testable() const;  // enough items, an error, and one scale
};

// The difference of two statistics, from their replicates (by the same Resampler over the same
// items). Replicates in which either is NaN are left out. If they are more than half, the error is
// NaN. Errors: kUsage if the lengths differ.
Paired paired(double first, double second, std::span<const double> first_replicates,
              std::span<const double> second_replicates, std::size_t items,
              Scale scale = Scale::kMean);

// First less second.
Paired reversed(const Paired& difference);

// The test and its inversion, the interval (docs/explanation/statistics.md): for a mean the score
// test of the paired differences, which for a share is McNemar's, for a correlation on the scale of
// Fisher's z. NaN if it isn't testable().
double two_sided_p(const Paired& difference);         // that it is 0
double p_below(const Paired& difference, double at);  // one-sided: small if it is below `at`
Interval paired_interval(const Paired& difference);   // 95%
// In standard deviations of an item. NaN if all items differ equally, and not by 0.
double effect_size(const Paired& difference);
// How many standard errors a difference needs to be detected with power 80% by a one-sided test
// with error `alpha`: the one definition behind all numbers of items and detectable differences.
double detectable_errors(double alpha);
// About how many items are needed to detect the difference from `at`, if it and the spread of items
// stay as they are: one-sided, with error `alpha` and power 80%. Infinite if it is `at`.
double items_needed(const Paired& difference, double at, double alpha);
// The least distance that this many items would detect, in the same sense.
double detectable(const Paired& difference, double alpha);
double detectable(const Interval& interval, double alpha);  // from its 95% interval

// p-values corrected for their number, so that the chance of any false positive among
// all is at most the level (Holm, 1979). NaN stays NaN and isn't counted.
std::vector<double> holm(std::span<const double> p);

}  // namespace sonde
