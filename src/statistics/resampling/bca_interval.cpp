#include "statistics/resampling/bca_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "statistics/measures/distributions.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

// How far the value is above the middle of its replicates, in standard deviations of a normal
// distribution. Half of the equal ones count on each side.
double bias(std::span<const double> sorted, double value) {
  const double least = 1 / static_cast<double>(sorted.size());
  return upper_point(1 - std::clamp(share_below(sorted, value), least, 1 - least));
}

}  // namespace

Interval accelerated_interval(std::vector<double> replicates, double value, double acceleration,
                              std::size_t items) {
  const std::size_t all = replicates.size();
  std::erase_if(replicates, [](double one) { return std::isnan(one); });
  if (items < kFewestItems || replicates.size() < 2 || 2 * replicates.size() < all) {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  std::ranges::sort(replicates);
  const double moved = bias(replicates, value);
  const double reach = upper_point(student_tail(items - 1));
  const auto end = [&](double z) {
    const double from = moved + z;
    return sorted_quantile(replicates, upper_tail(-moved - from / (1 - acceleration * from)));
  };
  return {end(-reach), end(reach)};
}

double acceleration(std::span<const double> without) {
  double sum = 0, count = 0;
  for (const double one : without) {
    if (std::isnan(one)) continue;
    sum += one;
    ++count;
  }
  double squares = 0, cubes = 0;
  for (const double one : without) {
    if (std::isnan(one)) continue;
    const double off = sum / count - one;
    squares += off * off;
    cubes += off * off * off;
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

}  // namespace sonde
