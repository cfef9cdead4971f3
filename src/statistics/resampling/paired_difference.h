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

  bool testable() const;    // enough items, an error, and one scale
  double variance() const;  // for a share at least that of one changed item
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
}  // namespace sonde
