#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sonde {

// A part of the grid in steps from -1, with the values whose kernels are felt in it, on a circle on
// which no kernel reaches around.
struct Window {
  static constexpr double kReach = 9;  // widths (exp(-z * z / 2) is under 3e-18 beyond)

  // For values between `low` and `high` and kernels up to `width` wide, all in steps.
  Window(double low, double high, double width);

  bool holds(double place) const { return place >= low && place <= high; }

  double low, high;         // the values that count
  std::size_t first, last;  // the points of the grid
  double origin;            // the step at which the circle begins
  std::size_t circle;       // steps around

  bool empty() const { return !(low <= high) || first > last; }
};

// How many bins, each at most `finest` steps wide, a step has: a power of 2, at least `least`.
std::size_t divisor_for(double finest, std::size_t least);

// Spreads `weight` over the two bins around a place, counted in bins.
template <class Number>
void bin_linearly(double at, Number weight, std::span<Number> bins) {
  const auto below = static_cast<std::int64_t>(at);  // a signed one is quicker
  const double share = at - static_cast<double>(below);
  Number* const bin = bins.data() + below;
  bin[0] += weight * (1 - share);
  bin[1] += weight * share;
}

}  // namespace sonde
