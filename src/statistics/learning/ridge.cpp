#include "statistics/learning/ridge.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sonde/error.h"
#include "statistics/learning/eigen_views.h"
#include "statistics/learning/training.h"

namespace sonde {
namespace {

using Vector = Eigen::VectorXd;
using Square = Eigen::MatrixXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rows without their means, which is what an intercept does that isn't penalised.
struct Centred {
  Centred(Matrix<const double> features, std::span<const double> targets)
      : x(as_eigen(features)), y(as_eigen(targets)) {
    means = x.colwise().mean();
    mean = y.mean();
    x.rowwise() -= means.transpose();
    y.array() -= mean;
  }

  LinearModel model(const Vector& weights, double penalty) const {
    return {{weights.begin(), weights.end()}, mean - means.dot(weights), penalty};
  }

  RowMajor x;
  Vector y;
  Vector means;
  double mean;
};

// The rows by the directions of their spread, in which each weight is found by itself.
struct Spread {
  explicit Spread(const Centred& rows) {
    const Square spread = rows.x.transpose() * rows.x;
    check_finite(numbers_of(spread));
    const Eigen::SelfAdjointEigenSolver<Square> solver(spread);
    directions = solver.eigenvectors();
    squares = solver.eigenvalues().cwiseMax(0);
    along = rows.x * directions;
    products = along.transpose() * rows.y;
  }

  Vector shrunk(double penalty) const {
    // Nothing can be learned along a direction without spread.
    const double least = squares.maxCoeff() * 1e-13;
    Vector weights = Vector::Zero(squares.size());
    for (Eigen::Index i = 0; i < squares.size(); ++i) {
      if (squares(i) > least) weights(i) = 1 / (squares(i) + penalty);
    }
    return weights;
  }

  // The sum of squared errors of rows, each predicted from all others.
  double error_left_out(const Centred& rows, double penalty) const {
    const Vector by = shrunk(penalty);
    const Vector residuals = rows.y - along * products.cwiseProduct(by);
    const Vector leverage =
        (along.cwiseAbs2() * by).array() + 1 / static_cast<double>(rows.y.size());
    double sum = 0;
    for (Eigen::Index i = 0; i < residuals.size(); ++i) {
      const double rest = 1 - leverage(i);
      if (!(rest > 1e-10)) return kInfinity;  // the row alone decides
      sum += (residuals(i) / rest) * (residuals(i) / rest);
    }
    return sum;
  }

  Square directions;
  Vector squares;
  RowMajor along;
  Vector products;
};

// Minimises w'(G + penalty)w / 2 - c'w over weights that aren't negative, one after another.
Vector non_negative_weights(const Square& gram, const Vector& products, double penalty) {
  constexpr int kMostSweeps = 100'000;
  constexpr double kStill = 1e-13;
  Vector weights = Vector::Zero(products.size());
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double moved = 0;
    for (Eigen::Index i = 0; i < weights.size(); ++i) {
      const double diagonal = gram(i, i) + penalty;
      if (!(diagonal > 0)) continue;  // a feature that is constant
      const double slope = products(i) - gram.col(i).dot(weights) - penalty * weights(i);
      const double next = std::max(0.0, weights(i) + slope / diagonal);
      moved = std::max(moved, std::abs(next - weights(i)));
      weights(i) = next;
    }
    if (moved <= kStill * weights.maxCoeff()) break;
  }
  return weights;
}

LinearModel fit_non_negative(const Centred& rows, double penalty) {
  const Square gram = rows.x.transpose() * rows.x;
  const Vector products = rows.x.transpose() * rows.y;
  return rows.model(non_negative_weights(gram, products, penalty), penalty);
}

// A tenth of the rows, or the others.
struct Part {
  Part(Matrix<const double> features, std::span<const double> targets, std::size_t fold,
       std::size_t folds) {
    for (std::size_t row = 0; row < targets.size(); ++row) {
      auto& rows = row % folds == fold ? tested : learned;
      rows.push_back(row);
    }
    x = MatrixOf<double>(learned.size(), features.columns());
    for (std::size_t i = 0; i < learned.size(); ++i) {
      std::ranges::copy(features[learned[i]], x[i].begin());
      y.push_back(targets[learned[i]]);
    }
  }

  std::vector<std::size_t> tested, learned;
  MatrixOf<double> x;
  std::vector<double> y;
};

// Per penalty, the squared error of each fold predicted from the others.
std::vector<double> errors_by_folds(Matrix<const double> features, std::span<const double> targets,
                                    std::span<const double> penalties) {
  constexpr std::size_t kFolds = 10;
  const std::size_t folds = std::min(kFolds, targets.size());
  std::vector<double> errors(penalties.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const Part part(features, targets, fold, folds);
    const Centred rows(std::as_const(part.x).view(), part.y);
    for (std::size_t i = 0; i < penalties.size(); ++i) {
      const LinearModel model = fit_non_negative(rows, penalties[i]);
      for (const auto row : part.tested) {
        const double error = targets[row] - model(features[row]);
        errors[i] += error * error;
      }
    }
  }
  return errors;
}

std::size_t least(std::span<const double> errors) {
  return static_cast<std::size_t>(std::ranges::min_element(errors) - errors.begin());
}

void check_penalties(std::span<const double> penalties) {
  const auto good = [](double penalty) { return penalty >= 0 && std::isfinite(penalty); };
  if (penalties.empty() || !std::ranges::all_of(penalties, good)) {
    throw usage_error("a ridge needs penalties of 0 or more");
  }
}

}  // namespace

double LinearModel::operator()(std::span<const double> features) const {
  double sum = intercept;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * features[i];
  return sum;
}

std::vector<double> default_penalties() {
  std::vector<double> penalties;
  for (int half = -8; half <= 8; ++half) penalties.push_back(std::pow(10, half / 2.0));
  return penalties;
}

LinearModel fit_ridge(Matrix<const double> features, std::span<const double> targets,
                      const RidgeOptions& options) {
  check_training(features, targets);
  const auto& penalties = options.penalties;
  check_penalties(penalties);
  const Centred rows(features, targets);
  if (options.non_negative) {
    const auto errors = penalties.size() == 1 ? std::vector<double>{0}
                                              : errors_by_folds(features, targets, penalties);
    return fit_non_negative(rows, penalties[least(errors)]);
  }
  const Spread spread(rows);
  std::vector<double> errors;
  for (const double penalty : penalties) errors.push_back(spread.error_left_out(rows, penalty));
  const double penalty = penalties[least(errors)];
  return rows.model(spread.directions * spread.products.cwiseProduct(spread.shrunk(penalty)),
                    penalty);
}

LinearModel fit_least_squares(Matrix<const double> features, std::span<const double> targets) {
  check_training(features, targets);
  const Centred rows(features, targets);
  return rows.model(rows.x.completeOrthogonalDecomposition().solve(rows.y), 0);
}

}  // namespace sonde
