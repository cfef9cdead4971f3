#pragma once

#include <cstddef>

namespace sonde {

// For the standard normal distribution: the share above z, and the z above which is a share in (0,
// 1).
double upper_tail(double z);
double upper_point(double share);

// The point of the normal distribution with 2.5% above it: upper_point(.025).
inline constexpr double kZ = 1.959963984540054;

// The share of a normal distribution above Student's 97.5% point. `degrees`: at least 1.
double student_tail(std::size_t degrees);

}  // namespace sonde
