#pragma once

#include <Eigen/Core>
#include <span>

#include "sonde/matrix.h"

namespace sonde {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline auto as_eigen(Matrix<const double> rows) {
  return Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>(
      rows.data(), static_cast<Eigen::Index>(rows.rows()),
      static_cast<Eigen::Index>(rows.columns()),
      Eigen::OuterStride<>(static_cast<Eigen::Index>(rows.stride())));
}

inline auto as_eigen(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

inline std::span<const double> numbers_of(const Eigen::MatrixXd& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

}  // namespace sonde
