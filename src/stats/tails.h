#pragma once

#include <cstddef>

namespace sonde {

// The share of a normal distribution above z, and the z above which a share in (0, 1) lies.
double upper_tail(double z);
double upper_point(double share);

// The share of a normal distribution beyond Student's 97.5 % point.
double student_tail(std::size_t degrees);

}  // namespace sonde
