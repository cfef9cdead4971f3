#include "statistics/learning/components.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "base/counted.h"
#include "sonde/error.h"
#include "statistics/learning/eigen_views.h"
#include "statistics/learning/training.h"

namespace sonde {
namespace {

void check_count(Matrix<const double> rows, std::size_t count) {
  const std::size_t most = std::min(rows.rows(), rows.columns());
  if (count > 0 && count <= most) return;
  throw input_error(counted(count, "principal component") + " of " +
                        counted(rows.rows(), "training row") + " with " +
                        counted(rows.columns(), "feature"),
                    {}, "ask for at most " + std::to_string(most));
}

// Points to the positive side of its largest number.
void orient(Eigen::VectorXd& axis) {
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  if (axis(largest) < 0) axis = -axis;
}

}  // namespace

Components fit_components(Matrix<const double> rows, std::size_t count) {
  check_count(rows, count);
  RowMajor centred = as_eigen(rows);
  const Eigen::VectorXd means = centred.colwise().mean();
  centred.rowwise() -= means.transpose();
  // The smaller of the two products has the same spread.
  const bool by_feature = rows.columns() <= rows.rows();
  Eigen::MatrixXd products;
  if (by_feature) {
    products.noalias() = centred.transpose() * centred;
  } else {
    products.noalias() = centred * centred.transpose();
  }
  check_finite(numbers_of(products));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
  const auto last = products.cols() - 1;
  const double least = std::max(solver.eigenvalues()(last), 0.0) * 1e-13;
  Components components{{means.begin(), means.end()}, {count, rows.columns()}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = last - static_cast<Eigen::Index>(i);
    const double square = solver.eigenvalues()(at);
    const bool spreads = square > least;
    components.variances.push_back(spreads ? square / static_cast<double>(rows.rows() - 1) : 0);
    if (!spreads) continue;
    Eigen::VectorXd axis = solver.eigenvectors().col(at);
    if (!by_feature) axis = (centred.transpose() * axis).normalized();
    orient(axis);
    std::ranges::copy(axis, components.axes[i].begin());
  }
  return components;
}

MatrixOf<double> Components::project(Matrix<const double> rows) const {
  MatrixOf<double> projected(rows.rows(), axes.rows());
  if (rows.rows() == 0) return projected;
  const RowMajor centred = as_eigen(rows).rowwise() - as_eigen(means).transpose();
  const RowMajor along = centred * as_eigen(axes.view()).transpose();
  std::copy(along.data(), along.data() + along.size(), projected.view().data());
  return projected;
}

}  // namespace sonde
