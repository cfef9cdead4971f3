// How far apart the cosines of two kinds of variants with their originals are: fuzzed, with the
// same meaning, and negated, with a changed one (Concept Separation Curves, sections 3 and 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "sonde/resampling.h"

namespace sonde {

// The width of the Gaussian kernel: a factor times the sample standard deviation (n - 1). Scott's
// factor is n^(-1/5), Silverman's (3 n / 4)^(-1/5), as scipy.stats.gaussian_kde's.
enum class BandwidthRule : std::uint8_t { kFactor, kScott, kSilverman };
struct Bandwidth {
  BandwidthRule rule = BandwidthRule::kFactor;
  double factor = 0.2;  // for kFactor, finite and above 0, else kUsage
};

// The grid goes from -1 to 1, both ends in: 2,001 points, a thousandth apart.
inline constexpr std::size_t kCurvePoints = 2001;
double curve_point(std::size_t place);

// Why a curve is undefined: fewer than two values, all the same (they differ by less than 1e-12),
// or every point of the grid so far from all values that the kernel vanishes there (38 bandwidths).
enum class NoCurve : std::uint8_t { kDefined, kTooFew, kConstant, kOffGrid };
std::string_view reason(NoCurve no_curve);

struct Curve {
  std::vector<double> shares;  // kCurvePoints numbers >= 0 whose sum is 1, NaN if undefined
  double bandwidth = std::numeric_limits<double>::quiet_NaN();
  NoCurve undefined = NoCurve::kDefined;
};

// The kernel density estimate of finite values (else kUsage) on the grid, divided by its sum.
// Values may be outside of [-1, 1], as a cosine of 1.0000001 is. By linear binning and a Fourier
// transform, or as the sum of the kernels within their reach: docs/explanation/statistics.md. In
// O(n).
Curve curve(std::span<const double> values, const Bandwidth& bandwidth = {});
// The same as the plain sum over all values at every point, in O(n points). `points` of them from
// -1 to 1.
Curve exact_curve(std::span<const double> values, const Bandwidth& bandwidth = {},
                  std::size_t points = kCurvePoints);
// Even points from low to high, both ends in.
struct CurveGrid {
  double low = -1;
  double high = 1;                    // above low
  std::size_t points = kCurvePoints;  // at least 2

  double step() const { return (high - low) / static_cast<double>(points - 1); }
};
// curve() on another grid. Its shares are of the values' density there alone. As exact as curve().
// Errors: kUsage for invalid ends, or too few points.
Curve curve_on(std::span<const double> values, const CurveGrid& grid,
               const Bandwidth& bandwidth = {});
// The sum of the lesser of both at every point: 0 (apart) to 1 (the same). NaN if one is undefined.
double overlap(const Curve& a, const Curve& b);

// The cosines of one kind of variants, none NaN: leave those out. items[i] is the place of i's
// original among the items. It ascends, so that an item's variants are together.
struct Variants {
  std::span<const double> cosines;
  std::span<const std::uint32_t> items;
};

struct SeparationOptions {
  Bandwidth bandwidth{};
  double false_positive_rate = 0.05;  // for LimitThreshold, in [0, 1), else kUsage
};

// The observed cosine that separates best if a variant at or above it is taken for a fuzzed one:
// the mean of both error rates is least (Youden, 1950), the highest of several. Without fuzzed or
// negated variants all is NaN. If none is better than chance, all but balanced_error, .5.
struct BestThreshold {
  double cosine;
  double false_negative_rate;  // share of the fuzzed ones that are below
  double false_positive_rate;  // share of the negated ones that are not
  double balanced_error;       // mean of the two
};

// The smallest cosine above which at most SeparationOptions::false_positive_rate of the negated
// variants fall, which is one of theirs, and the share of the fuzzed ones that do.
struct LimitThreshold {
  double cosine;
  double true_positive_rate;
};

// Every number is NaN if it is undefined.
struct Separation {
  Curve fuzzed, negated;
  double overlap;
  // The probability that a fuzzed variant's cosine exceeds a negated one's. Ties count a half.
  double auc;
  BestThreshold best;
  LimitThreshold limit;
  double fuzzed_mean, negated_mean;
  double fuzzed_deviation, negated_deviation;  // for samples (n - 1)
};

// Exact but for curves and overlap (within 1e-5). In O(n log n), with at most about 24 MB besides
// the input. Errors: kUsage for NaN, options out of range, items that don't ascend or don't fit.
Separation separation(const Variants& fuzzed, const Variants& negated,
                      const SeparationOptions& options = {});

// The numbers of a Separation in every bootstrap replicate over items, each with new bandwidths.
// keys[item] as for Resampler. Overlap and spread come from weighted counts in bins that are fine
// relative to the kind's bandwidth, auc and thresholds from the distinct cosines, or close
// neighbours if there are many. All but thresholds are moved so that weight 1 gives Separation's.
//
// balanced_error is that of Separation's best cosine, so that a replicate doesn't flatter itself,
// and .5 without one. The other two are the replicate's own, because the place of a threshold
// varies them most. The same bits whatever the threads. Fewer than two items: all NaN. Takes up to
// 16 MB per thread.
struct SeparationReplicates {
  std::vector<double> overlap, auc;
  std::vector<double> best_threshold, false_negative_rate, false_positive_rate;  // own ones
  std::vector<double> balanced_error;
  std::vector<double> limit_threshold, true_positive_rate;
  std::vector<double> fuzzed_mean, negated_mean;
  std::vector<double> fuzzed_deviation, negated_deviation;
};
SeparationReplicates separation_replicates(const Resampler& resampler, const Variants& fuzzed,
                                           const Variants& negated,
                                           std::span<const std::uint64_t> keys,
                                           const SeparationOptions& options = {});

// Moves replicates of an overlap so that their mean is the sample's, within [0, 1]: originals that
// are drawn twice make curves less even, which overlap less. So they show how far it varies, not
// its location.
void centre_overlaps(std::span<double> replicates, double overlap);

}  // namespace sonde
