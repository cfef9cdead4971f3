#include "statistics/learning/training.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

bool is_finite(double x) { return std::isfinite(x); }

}  // namespace

void check_finite(std::span<const double> numbers) {
  if (std::ranges::all_of(numbers, is_finite)) return;
  throw input_error("the training set has numbers that are not finite, or too large", {});
}

void check_training(Matrix<const double> features, std::span<const double> targets) {
  if (features.rows() != targets.size()) throw usage_error("a target is needed for each row");
  if (targets.size() < 2) {
    throw input_error("the training set has " + std::to_string(targets.size()) +
                          (targets.size() == 1 ? " row" : " rows"),
                      {}, "give at least two rows with a gold value");
  }
  if (features.columns() == 0) throw input_error("the training set has no feature", {});
  check_finite(targets);
  for (std::size_t row = 0; row < features.rows(); ++row) check_finite(features[row]);
  if (std::ranges::all_of(targets, [&](double target) { return target == targets.front(); })) {
    throw input_error("all gold values of the training set are the same", {},
                      "there is nothing to learn; give rows with different ones");
  }
}

}  // namespace sonde
