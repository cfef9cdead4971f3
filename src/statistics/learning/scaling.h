#pragma once

#include <vector>

#include "sonde/matrix.h"

namespace sonde {

// Makes the mean of each feature 0 and its standard deviation 1. A constant one stays at 0.
struct Scaling {
  std::vector<double> means, deviations;

  void apply(Matrix<double> rows) const;
};

Scaling fit_scaling(Matrix<const double> rows);

}  // namespace sonde
