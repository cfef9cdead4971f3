#include "statistics/separation/bandwidth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/nan.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Several sums side by side, so that one addition needn't wait for another.
constexpr std::size_t kSide = 8;
template <class Term>
double sum_of(std::span<const double> values, const Term& term) {
  std::array<double, kSide> sums{};
  std::size_t i = 0;
  for (; i + kSide <= values.size(); i += kSide) {
    for (std::size_t side = 0; side < kSide; ++side) sums[side] += term(values[i + side]);
  }
  double rest = 0;
  for (; i < values.size(); ++i) rest += term(values[i]);
  return std::accumulate(sums.begin(), sums.end(), rest);
}

struct Ends {
  double low, high;
};

Ends ends_of(std::span<const double> values) {
  std::array<double, kSide> low, high;
  low.fill(values.front());
  high = low;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& least = low[i % kSide];
    double& most = high[i % kSide];
    least = values[i] < least ? values[i] : least;
    most = values[i] > most ? values[i] : most;
  }
  return {*std::ranges::min_element(low), *std::ranges::max_element(high)};
}

}  // namespace

Spread spread_of(std::span<const double> values) {
  Spread spread{values.size(), kNaN, kNaN, kNaN, kNaN};
  if (values.empty()) return spread;
  const double n = static_cast<double>(values.size());
  const double sum = sum_of(values, [](double value) { return value; });
  if (!std::isfinite(sum)) throw usage_error("a density needs finite values");
  const Ends ends = ends_of(values);
  spread.low = ends.low;
  spread.high = ends.high;
  spread.mean = sum / n;
  const auto square = [&](double value) { return (value - spread.mean) * (value - spread.mean); };
  if (n > 1) spread.deviation = std::sqrt(sum_of(values, square) / (n - 1));
  return spread;
}

void check(const Bandwidth& bandwidth) {
  if (bandwidth.rule != BandwidthRule::kFactor) return;
  if (bandwidth.factor > 0 && std::isfinite(bandwidth.factor)) return;
  throw usage_error("the factor of a bandwidth is a number above 0");
}

double width(const Bandwidth& bandwidth, double n, double deviation) {
  switch (bandwidth.rule) {
    case BandwidthRule::kScott:
      return std::pow(n, -0.2) * deviation;
    case BandwidthRule::kSilverman:
      return std::pow(0.75 * n, -0.2) * deviation;
    case BandwidthRule::kFactor:
      break;
  }
  return bandwidth.factor * deviation;
}

}  // namespace sonde
