#include "stats/tails.h"

#include <cmath>
#include <numbers>

namespace sonde {

double upper_tail(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

// By bisection: it is asked for seldom.
double upper_point(double share) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (upper_tail(middle) > share ? low : high) = middle;
  }
  return low;
}

// Cornish and Fisher's expansion in 1 / degrees: to 3 digits from 4 on.
double student_tail(std::size_t degrees) {
  constexpr double kZ = 1.959963984540054;
  const double n = static_cast<double>(degrees);
  return upper_tail(kZ + (2.372271 + (2.822499 + (2.555850 + 1.589534 / n) / n) / n) / n);
}

}  // namespace sonde
