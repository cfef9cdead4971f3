#include "statistics/separation/binned_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/nan.h"
#include "statistics/separation/kernel_sum.h"

namespace sonde {
namespace {

constexpr std::size_t kMostBins = 1U << 18U;

}  // namespace

BinnedCurve::BinnedCurve(const Bins& bins, double usual)
    : bins_(bins),
      widest_(2 * usual),
      window_(bins.origin, bins.place(static_cast<double>(bins.count)), widest_),
      shares_(kCurvePoints) {
  const auto bin_at = [&](double place) {
    const double most = static_cast<double>(bins.count);
    return static_cast<std::size_t>(std::clamp(std::ceil(bins.at(place)), 0.0, most));
  };
  begin_ = bin_at(window_.low);
  end_ = bin_at(window_.high);
  if (window_.empty() || bins.divisor < 1) return;
  const auto divisor = static_cast<std::size_t>(bins.divisor);
  if (window_.circle * divisor <= kMostBins) transform_.emplace(window_.circle, divisor);
}

void BinnedCurve::transform(BinCounts counts, double width) {
  const auto circle = transform_->bins();
  std::ranges::fill(circle, 0.0);
  const auto shift = static_cast<std::ptrdiff_t>((bins_.origin - window_.origin) * bins_.divisor);
  std::copy(counts.begin() + static_cast<std::ptrdiff_t>(begin_),
            counts.begin() + static_cast<std::ptrdiff_t>(end_),
            circle.begin() + shift + static_cast<std::ptrdiff_t>(begin_));
  const auto smoothed = transform_->smoothed(width);
  const auto skipped =
      static_cast<std::size_t>(static_cast<double>(window_.first) - window_.origin);
  double felt = 0;
  for (std::size_t i = window_.first; i <= window_.last; ++i) {
    shares_[i] = std::max(0.0, smoothed[i - window_.first + skipped]);
    felt += shares_[i];
  }
  constexpr double kLeastFelt = 1e-6;  // else rounding may be all that is left
  const double all = std::accumulate(circle.begin(), circle.end(), 0.0);
  if (felt < kLeastFelt * all * static_cast<double>(transform_->steps())) {
    std::ranges::fill(shares_, kNaN);
  }
}

void BinnedCurve::add_kernels(BinCounts counts, double width) {
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    if (counts[bin] == 0) continue;
    add_kernel(bins_.place(static_cast<double>(bin)), counts[bin], width, shares_);
  }
}

std::span<const double> BinnedCurve::shares(BinCounts counts, double width) {
  std::ranges::fill(shares_, 0.0);
  const bool smooth = transform_ && width >= 0.5 && width <= widest_;
  smooth ? transform(counts, width) : add_kernels(counts, width);
  normalise(shares_);
  return shares_;
}

}  // namespace sonde
