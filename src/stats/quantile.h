#pragma once

#include <algorithm>
#include <span>

namespace sonde {

// Between two neighbours in order, in numpy's rounding. share: in [0, 1).
inline double interpolated(double low, double high, double share) {
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}

// The share of ascending values that lie below `value`, equal ones counted half.
inline double share_below(std::span<const double> ascending, double value) {
  // std::ranges::equal_range does not compile with Clang 14 and libstdc++ 12.
  const auto [first, last] = std::equal_range(ascending.begin(), ascending.end(), value);
  const auto twice = (first - ascending.begin()) + (last - ascending.begin());
  return static_cast<double>(twice) / (2 * static_cast<double>(ascending.size()));
}

}  // namespace sonde
