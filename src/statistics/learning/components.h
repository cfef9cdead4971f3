#pragma once

#include <cstddef>
#include <vector>

#include "sonde/matrix.h"

namespace sonde {

// The directions in which rows spread most (PCA), and what rows are along them.
struct Components {
  std::vector<double> means;      // a feature
  MatrixOf<double> axes;          // one per row, unit vectors, the largest number positive
  std::vector<double> variances;  // per direction, descending, with n - 1

  MatrixOf<double> project(Matrix<const double> rows) const;  // a row x directions
};

// The first `count` components. An axis without spread is all zero. Errors: kInput if there are
// fewer rows or features than that.
Components fit_components(Matrix<const double> rows, std::size_t count);

}  // namespace sonde
