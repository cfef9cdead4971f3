#include "statistics/learning/directions.h"

#include <Eigen/Eigenvalues>

namespace sonde {

struct CommonDirection::Sums {
  Eigen::MatrixXd products;  // the lower triangle
};

CommonDirection::CommonDirection(std::size_t dimension) : sums_(std::make_unique<Sums>()) {
  const auto size = static_cast<Eigen::Index>(dimension);
  sums_->products = Eigen::MatrixXd::Zero(size, size);
}

CommonDirection::~CommonDirection() = default;

void CommonDirection::add(Matrix<const double> rows) {
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows[i];
    const Eigen::Map<const Eigen::VectorXd> vector(row.data(),
                                                   static_cast<Eigen::Index>(row.size()));
    sums_->products.selfadjointView<Eigen::Lower>().rankUpdate(vector);
  }
}

std::vector<double> CommonDirection::direction() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(sums_->products);
  const auto last = sums_->products.cols() - 1;
  if (!(solver.eigenvalues()(last) > 0)) return {};
  Eigen::VectorXd vector = solver.eigenvectors().col(last);
  Eigen::Index largest = 0;
  vector.cwiseAbs().maxCoeff(&largest);
  if (vector(largest) < 0) vector = -vector;
  return {vector.begin(), vector.end()};
}

}  // namespace sonde
