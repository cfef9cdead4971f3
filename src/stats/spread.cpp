#include "stats/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double squares_about(double mean, std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

}  // namespace

Spread spread_of(std::span<const double> values) {
  Spread spread{values.size(), kNaN, kNaN, kNaN, kNaN};
  if (values.empty()) return spread;
  double sum = 0;
  spread.low = spread.high = values.front();
  for (const double value : values) {
    sum += value;
    spread.low = std::min(spread.low, value);
    spread.high = std::max(spread.high, value);
  }
  if (!std::isfinite(sum)) throw usage_error("a density needs finite values");
  const double n = static_cast<double>(values.size());
  spread.mean = sum / n;
  if (n > 1) spread.deviation = std::sqrt(squares_about(spread.mean, values) / (n - 1));
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
