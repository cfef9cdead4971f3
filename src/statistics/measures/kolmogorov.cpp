#include "statistics/measures/kolmogorov.h"

#include <algorithm>

#include "base/nan.h"

namespace sonde {

double kolmogorov_smirnov_p(std::size_t n, std::size_t steps) {
  if (n == 0) return kNaN;
  if (steps == 0) return 1;
  const auto size = static_cast<double>(n);
  double sum = 0, sign = 1;
  double term = 1;  // the binomial coefficient of 2n over n - i, divided by that over n
  for (std::size_t i = 0; i < n && term > 0; ++i) {
    const auto at = static_cast<double>(i);
    term *= (size - at) / (size + at + 1);
    if ((i + 1) % steps != 0) continue;
    sum += sign * term;
    sign = -sign;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

}  // namespace sonde
