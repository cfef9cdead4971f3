#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace sonde {

// Between two neighbours in order, in numpy's rounding. share: in [0, 1).
inline double interpolated(double low, double high, double share) {
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}

// The share of ascending values below `value`, equal ones counted half.
inline double share_below(std::span<const double> ascending, double value) {
  const auto [first, last] = std::ranges::equal_range(ascending, value);
  const auto twice = (first - ascending.begin()) + (last - ascending.begin());
  return static_cast<double>(twice) / (2 * static_cast<double>(ascending.size()));
}

// The quantile of at least one value, in ascending order. `share`: in [0, 1].
inline double sorted_quantile(std::span<const double> ascending, double share) {
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= ascending.size()) return ascending.back();
  return interpolated(ascending[below], ascending[below + 1], place - static_cast<double>(below));
}

}  // namespace sonde
