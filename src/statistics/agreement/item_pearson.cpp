#include "statistics/agreement/item_pearson.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/nan.h"

namespace sonde {
namespace {

struct Means {
  double x = 0, y = 0;
  bool constant = true;  // one of the two
};

Means means_of(std::span<const std::uint32_t> items, std::span<const double> x,
               std::span<const double> y, Weights weights) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double n = 0, sum_x = 0, sum_y = 0;
  double low_x = kInfinity, high_x = -kInfinity, low_y = kInfinity, high_y = -kInfinity;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double weight = weights[items[i]];
    if (weight == 0) continue;
    n += weight;
    sum_x += weight * x[i];
    sum_y += weight * y[i];
    low_x = std::min(low_x, x[i]);
    high_x = std::max(high_x, x[i]);
    low_y = std::min(low_y, y[i]);
    high_y = std::max(high_y, y[i]);
  }
  return {sum_x / n, sum_y / n, !(low_x < high_x && low_y < high_y)};
}

}  // namespace

double item_pearson(std::span<const std::uint32_t> items, std::span<const double> x,
                    std::span<const double> y, Weights weights) {
  const Means mean = means_of(items, x, y, weights);
  if (mean.constant) return kNaN;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double weight = weights[items[i]];
    const double dx = x[i] - mean.x, dy = y[i] - mean.y;
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    xy += weight * dx * dy;
  }
  return std::clamp(xy / (std::sqrt(xx) * std::sqrt(yy)), -1.0, 1.0);
}

}  // namespace sonde
