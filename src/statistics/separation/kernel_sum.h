// Places on the grid are counted in its steps from -1, and widths too.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "statistics/separation/separation.h"

namespace sonde {

inline constexpr double kStepsPerUnit = (kCurvePoints - 1) / 2.0;
inline constexpr double kLastPlace = kCurvePoints - 1;
inline double place_of(double value) { return (value + 1) * kStepsPerUnit; }

// Beyond so many widths exp(-z * z / 2) is 0 in double.
inline constexpr double kVanishes = 38.61;

// Adds weight * exp(-z * z / 2) at the points 0, 1, 2, ... at which it isn't 0.
void add_kernel(double place, double weight, double width, std::span<double> points);

// Divides by the sum. False if the sum of the points is negligible: then they are NaN.
bool normalise(std::span<double> points);

// The sum of the lesser of two curves' shares, point by point. NaN if one is. Both have the same
// length.
double common_share(std::span<const double> a, std::span<const double> b);

}  // namespace sonde
