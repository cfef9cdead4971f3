#pragma once

#include "sonde/matrix.h"

namespace sonde {

// The least mean distance over which a mass is moved that is spread evenly over the rows at first
// and over the columns at last: the Wasserstein distance. Solved exactly, with distances in steps
// of 2^-40. Distances are in [0, 2]; at least one row and column, at most kMostPoints of each.
// NaN where a distance is not finite.
double transport_distance(Matrix<const double> distances);

inline constexpr std::size_t kMostPoints = 1000;

}  // namespace sonde
