#include "statistics/resampling/power.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/nan.h"
#include "statistics/measures/distributions.h"

namespace sonde {
namespace {

constexpr double kPower = 0.8;

}  // namespace

double detectable_errors(double alpha) { return upper_point(alpha) + upper_point(1 - kPower); }

double items_needed(const Paired& difference, double at, double alpha) {
  if (!difference.testable()) return kNaN;
  if (difference.value == at) return std::numeric_limits<double>::infinity();
  const double factor =
      detectable_errors(alpha) * std::sqrt(difference.variance()) / (difference.value - at);
  return std::ceil(std::max(static_cast<double>(kFewestItems),
                            static_cast<double>(difference.items) * factor * factor));
}

double detectable(const Paired& difference, double alpha) {
  if (!difference.testable()) return kNaN;
  return detectable_errors(alpha) * std::sqrt(difference.variance());
}

double detectable(const Interval& interval, double alpha) {
  return detectable_errors(alpha) * (interval.high - interval.low) / 2 / kZ;
}

}  // namespace sonde
