#include "statistics/learning/scaling.h"

#include <cmath>

#include "statistics/learning/eigen_views.h"

namespace sonde {

Scaling fit_scaling(Matrix<const double> rows) {
  const auto numbers = as_eigen(rows);
  const Eigen::RowVectorXd means = numbers.colwise().mean();
  const Eigen::RowVectorXd squares = (numbers.rowwise() - means).cwiseAbs2().colwise().mean();
  Scaling scaling{{means.begin(), means.end()}, {}};
  for (Eigen::Index i = 0; i < means.size(); ++i) {
    const double deviation = std::sqrt(squares(i));
    // Rounding residue of a constant does not count as spread.
    const bool spreads = deviation > 1e-12 * std::abs(means(i));
    scaling.deviations.push_back(spreads ? deviation : 1);
  }
  return scaling;
}

void Scaling::apply(Matrix<double> rows) const {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::size_t i = 0; i < means.size(); ++i) {
      rows(row, i) = (rows(row, i) - means[i]) / deviations[i];
    }
  }
}

}  // namespace sonde
