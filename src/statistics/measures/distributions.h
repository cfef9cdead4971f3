#pragma once

#include <cstddef>

namespace sonde {

// Of the standard normal distribution: the share above z, and the z above which a share in (0, 1)
// lies.
double upper_tail(double z);
double upper_point(double share);

// The point of the normal distribution that 2.5 % lie above: upper_point(.025).
inline constexpr double kZ = 1.959963984540054;

// The share of a normal distribution above Student's 97.5 % point. degrees: of freedom, at least 1.
double student_tail(std::size_t degrees);

}  // namespace sonde
