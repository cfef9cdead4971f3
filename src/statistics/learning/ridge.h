#pragma once

#include <span>
#include <vector>

#include "sonde/matrix.h"

namespace sonde {

struct LinearModel {
  std::vector<double> weights;  // a feature
  double intercept = 0;
  double penalty = 0;

  double operator()(std::span<const double> features) const;
};

// 10^-4, 10^-3.5, ... 10^4.
std::vector<double> default_penalties();

struct RidgeOptions {
  std::vector<double> penalties = default_penalties();  // candidates, none negative
  bool non_negative = false;                            // for the weights
};

// Ridge regression: the weights that minimise |y - Xw - b|^2 + penalty |w|^2. The penalty is the
// one with the least squared error of rows that were left out: each by itself (in closed form), or
// with non-negative weights each tenth row in turn. Errors: as check_training().
LinearModel fit_ridge(Matrix<const double> features, std::span<const double> targets,
                      const RidgeOptions& options = {});

// Linear regression without a penalty. If several weights fit equally well, the smallest. Errors:
// as check_training().
LinearModel fit_least_squares(Matrix<const double> features, std::span<const double> targets);

}  // namespace sonde
