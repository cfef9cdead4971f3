#pragma once

namespace sonde {

// Between two neighbours in order, in numpy's rounding. share: in [0, 1).
inline double interpolated(double low, double high, double share) {
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}

}  // namespace sonde
