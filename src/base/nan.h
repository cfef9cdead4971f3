#pragma once

#include <limits>

namespace sonde {

// Undefined: shown as such and counted, never 0.
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace sonde
