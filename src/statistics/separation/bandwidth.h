#pragma once

#include <cstddef>
#include <span>

#include "statistics/separation/separation.h"

namespace sonde {

// Values that differ by less are the same but for rounding.
inline constexpr double kSame = 1e-12;

struct Spread {
  std::size_t n = 0;
  double low, high;  // NaN for n = 0, as the next two
  double mean;
  double deviation;  // the sample's (n - 1), NaN for n < 2
  bool constant() const { return high - low < kSame; }
};

// Errors: kUsage for a value that isn't finite.
Spread spread_of(std::span<const double> values);

// Errors: kUsage for a factor that is not finite and above 0.
void check(const Bandwidth& bandwidth);
// The width for n values of this deviation.
double width(const Bandwidth& bandwidth, double n, double deviation);

}  // namespace sonde
