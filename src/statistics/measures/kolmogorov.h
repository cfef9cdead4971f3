#pragma once

#include <cstddef>

namespace sonde {

// The p of the test of Kolmogorov and Smirnov for two samples of n numbers each, whose distribution
// functions are at most steps / n apart: exact, for numbers without ties (Gnedenko and Korolyuk,
// 1951). With ties the true p is smaller. NaN for n = 0. O(n).
double kolmogorov_smirnov_p(std::size_t n, std::size_t steps);

}  // namespace sonde
