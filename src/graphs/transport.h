#pragma once

#include "sonde/matrix.h"

namespace sonde {

// The least mean distance to move a mass that is first spread evenly over the rows and finally over
// the columns: the Wasserstein distance. Solved exactly, with distances in steps of 2^-40.
// Distances are in [0, 2]. At least one row and column, at most kMostPoints of each. NaN if a
// distance is not finite.
double transport_distance(Matrix<const double> distances);

inline constexpr std::size_t kMostPoints = 1000;

}  // namespace sonde
