#pragma once

#include <vector>

#include "sonde/matrix.h"

namespace sonde {

// What makes the mean of each feature 0 and its standard deviation 1; one that is constant stays
// at 0.
struct Scaling {
  std::vector<double> means, deviations;

  void apply(Matrix<double> rows) const;
};

Scaling fit_scaling(Matrix<const double> rows);

}  // namespace sonde
