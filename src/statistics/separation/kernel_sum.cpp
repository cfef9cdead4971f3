#include "statistics/separation/kernel_sum.h"

#include <algorithm>
#include <limits>

namespace sonde {

void add_kernel(double place, double weight, double width, std::span<double> points) {
  const double reach = kVanishes * width;
  const double first = std::max(0.0, std::ceil(place - reach));
  const double last = std::min(static_cast<double>(points.size()) - 1, std::floor(place + reach));
  for (double at = first; at <= last; ++at) {
    const double z = (at - place) / width;
    points[static_cast<std::size_t>(at)] += weight * std::exp(-0.5 * z * z);
  }
}

bool normalise(std::span<double> points) {
  constexpr double kLeast = 1e-300;  // less has lost digits on its way to 0
  double sum = 0;
  for (const double point : points) sum += point;
  const bool defined = sum >= kLeast;
  const double divisor = defined ? sum : std::numeric_limits<double>::quiet_NaN();
  for (double& point : points) point /= divisor;
  return defined;
}

double common_share(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] < b[i] ? a[i] : b[i] + 0 * a[i];
  return sum;
}

}  // namespace sonde
