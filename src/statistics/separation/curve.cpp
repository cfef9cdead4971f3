#include "statistics/separation/curve.h"

#include <algorithm>
#include <cmath>

#include "base/nan.h"
#include "sonde/error.h"
#include "statistics/separation/bandwidth.h"
#include "statistics/separation/kernel_sum.h"
#include "statistics/separation/kernel_transform.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace {

// Linear binning is off by at most .12 / kBinsOfCurve^2 in an overlap: 7e-6.
constexpr double kBinsOfCurve = 128;
constexpr std::size_t kMostOfCurve = 1U << 18U;

// A curve whose shares are still to come.
Curve without_shares(const Spread& spread, const Bandwidth& bandwidth, std::size_t points) {
  check(bandwidth);
  Curve curve{std::vector<double>(points, 0.0), kNaN, NoCurve::kDefined};
  if (spread.n < 2) {
    curve.undefined = NoCurve::kTooFew;
  } else if (spread.constant()) {
    curve.undefined = NoCurve::kConstant;
  } else {
    curve.bandwidth = width(bandwidth, static_cast<double>(spread.n), spread.deviation);
  }
  if (curve.undefined != NoCurve::kDefined) std::ranges::fill(curve.shares, kNaN);
  return curve;
}

// Whether a transform's rounding is negligible relative to the sum: many values are near points.
bool is_felt(std::span<const double> values, const Spread& spread, double width) {
  const auto is_near = [&](double value) {
    const double place = place_of(value);
    return place >= -width && place <= kLastPlace + width;
  };
  if (width < 0.5) return false;
  if (is_near(spread.low) && is_near(spread.high)) return true;
  return 1000 * static_cast<std::size_t>(std::ranges::count_if(values, is_near)) >= values.size();
}

// Whether the kernels' sums at the points that they reach take more time than a transform.
bool pays(std::size_t values, double width, std::size_t bins) {
  constexpr double kTermsABin = 10;
  const double terms = std::min(2 * kVanishes * width, kLastPlace) * static_cast<double>(values);
  return bins <= kMostOfCurve && terms > kTermsABin * static_cast<double>(bins);
}

void add_kernels(std::span<const double> values, double width, std::span<double> points) {
  for (const double value : values) add_kernel(place_of(value), 1, width, points);
}

void add_transformed(std::span<const double> values, double width, const Window& window,
                     std::size_t divisor, std::span<double> points) {
  KernelTransform transform(window.circle, divisor);
  const auto bins = transform.bins();
  for (const double value : values) {
    const double place = place_of(value);
    if (!window.holds(place)) continue;
    bin_linearly((place - window.origin) * static_cast<double>(divisor), 1.0, bins);
  }
  const auto smoothed = transform.smoothed(width);
  const double shift = static_cast<double>(window.first) - window.origin;
  const auto begin = smoothed.begin() + static_cast<std::ptrdiff_t>(shift);
  for (std::size_t i = window.first; i <= window.last; ++i) {
    points[i] = std::max(0.0, begin[static_cast<std::ptrdiff_t>(i - window.first)]);
  }
}

void add_all(std::span<const double> values, const Spread& spread, double width,
             std::span<double> points) {
  const Window window(place_of(spread.low), place_of(spread.high), width);
  const std::size_t divisor = divisor_for(width / kBinsOfCurve, 4);
  if (!window.empty() && is_felt(values, spread, width) &&
      pays(values.size(), width, window.circle * divisor)) {
    add_transformed(values, width, window, divisor, points);
  } else {
    add_kernels(values, width, points);
  }
}

// Kernels of values that are close together are added as one or two: linear binning, with bins in
// which it is off by less than 1e-5.
void add_few_kernels(std::span<const double> places, double width, std::span<double> points) {
  constexpr double kBins = 128;  // per kernel width
  constexpr std::size_t kMostPlaces = std::size_t{1} << 20;
  const double reach = kVanishes * width, last = static_cast<double>(points.size()) - 1;
  const auto [low, high] = std::ranges::minmax(places);
  const double begin = std::max(low, -reach), end = std::min(high, last + reach);
  const double bins = (end - begin) / width * kBins + 2;
  if (!(bins < static_cast<double>(std::min(places.size(), kMostPlaces)))) {
    for (const double place : places) add_kernel(place, 1, width, points);
    return;
  }
  std::vector<double> weights(static_cast<std::size_t>(std::max(bins, 2.0)) + 1);
  for (const double place : places) {
    if (place < begin || place > end) continue;
    bin_linearly((place - begin) / width * kBins, 1.0, std::span(weights));
  }
  for (std::size_t bin = 0; bin < weights.size(); ++bin) {
    if (weights[bin] == 0) continue;
    add_kernel(begin + static_cast<double>(bin) * width / kBins, weights[bin], width, points);
  }
}

double exact_point(std::span<const double> values, double bandwidth, double at) {
  double sum = 0;
  for (const double value : values) {
    const double z = (at - value) / bandwidth;
    sum += std::exp(-0.5 * z * z);
  }
  return sum;
}

double point_of(std::size_t place, std::size_t points) {
  const double last = static_cast<double>(points - 1);
  return (2 * static_cast<double>(place) - last) / last;
}

}  // namespace

Window::Window(double low_place, double high_place, double width) {
  const double reach = kReach * width;
  low = std::max(low_place, -reach);
  high = std::min(high_place, kLastPlace + reach);
  first = static_cast<std::size_t>(std::clamp(std::floor(low - reach), 0.0, kLastPlace));
  last = static_cast<std::size_t>(std::clamp(std::ceil(high + reach), 0.0, kLastPlace));
  origin = std::min(std::floor(low), static_cast<double>(first));
  const double end = std::max(high, static_cast<double>(last));
  constexpr double kMost = 1e9;  // far more than is ever made
  circle = KernelTransform::quick(
      static_cast<std::size_t>(std::min(kMost, std::ceil(end - origin + reach) + 2)));
}

std::size_t divisor_for(double finest, std::size_t least) {
  std::size_t divisor = least;
  while (1 / static_cast<double>(divisor) > finest && divisor < kMostOfCurve) divisor *= 2;
  return divisor;
}

double curve_point(std::size_t place) { return point_of(place, kCurvePoints); }

std::string_view reason(NoCurve no_curve) {
  switch (no_curve) {
    case NoCurve::kTooFew:
      return "fewer than two values";
    case NoCurve::kConstant:
      return "all values are the same";
    case NoCurve::kOffGrid:
      return "no point of the grid is near a value";
    case NoCurve::kDefined:
      break;
  }
  return "";
}

Curve curve(std::span<const double> values, const Bandwidth& bandwidth) {
  const Spread spread = spread_of(values);
  Curve curve = without_shares(spread, bandwidth, kCurvePoints);
  if (curve.undefined != NoCurve::kDefined) return curve;
  add_all(values, spread, curve.bandwidth * kStepsPerUnit, curve.shares);
  if (!normalise(curve.shares)) curve.undefined = NoCurve::kOffGrid;
  return curve;
}

Curve exact_curve(std::span<const double> values, const Bandwidth& bandwidth, std::size_t points) {
  if (points < 2) throw usage_error("a curve needs at least two points");
  Curve curve = without_shares(spread_of(values), bandwidth, points);
  if (curve.undefined != NoCurve::kDefined) return curve;
  for (std::size_t i = 0; i < points; ++i) {
    curve.shares[i] = exact_point(values, curve.bandwidth, point_of(i, points));
  }
  if (!normalise(curve.shares)) curve.undefined = NoCurve::kOffGrid;
  return curve;
}

Curve curve_on(std::span<const double> values, const CurveGrid& grid, const Bandwidth& bandwidth) {
  const bool is_sound = std::isfinite(grid.low) && std::isfinite(grid.high) && grid.low < grid.high;
  if (!is_sound || grid.points < 2) {
    throw usage_error("a curve's grid goes from a lower to a higher number in two points or more");
  }
  const Spread spread = spread_of(values);
  Curve curve = without_shares(spread, bandwidth, grid.points);
  if (curve.undefined != NoCurve::kDefined) return curve;
  std::vector<double> places;
  for (const double value : values) places.push_back((value - grid.low) / grid.step());
  add_few_kernels(places, curve.bandwidth / grid.step(), curve.shares);
  if (!normalise(curve.shares)) curve.undefined = NoCurve::kOffGrid;
  return curve;
}

double overlap(const Curve& a, const Curve& b) {
  if (a.shares.size() != b.shares.size()) throw usage_error("curves on different grids");
  return std::min(common_share(a.shares, b.shares), 1.0);
}

}  // namespace sonde
