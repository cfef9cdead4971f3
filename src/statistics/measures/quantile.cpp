#include "statistics/measures/quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sonde/stats.h"

namespace sonde {

double quantile(std::span<const double> values, double share) {
  const auto undefined = [](double value) { return std::isnan(value); };
  if (values.empty() || std::ranges::any_of(values, undefined)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::vector<double> in_order(values.begin(), values.end());
  std::ranges::sort(in_order);
  return sorted_quantile(in_order, share);
}

}  // namespace sonde
