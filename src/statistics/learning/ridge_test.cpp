#include "statistics/learning/ridge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "sonde/error.h"

namespace sonde {
namespace ridge_test {

struct Sample {
  MatrixOf<double> x;
  std::vector<double> y;
};

// Features that lean on each other, and what follows from them with noise.
Sample some_sample(std::size_t rows, std::size_t features) {
  Sample sample{{rows, features}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    double target = 0.4;
    for (std::size_t k = 0; k < features; ++k) {
      sample.x[i][k] = unit_interval(random_bits(5, i, k)) + (k > 0 ? 0.6 * sample.x[i][k - 1] : 0);
      target += sample.x[i][k] * (k % 3 == 1 ? -0.7 : 0.5);
    }
    sample.y.push_back(target + unit_interval(random_bits(6, i, 0)));
  }
  return sample;
}

Sample without(const Sample& sample, std::size_t left_out) {
  Sample rest{{sample.y.size() - 1, sample.x.columns()}, {}};
  for (std::size_t i = 0; i < sample.y.size(); ++i) {
    if (i == left_out) continue;
    std::ranges::copy(sample.x[i], rest.x[rest.y.size()].begin());
    rest.y.push_back(sample.y[i]);
  }
  return rest;
}

LinearModel fit(const Sample& sample, const RidgeOptions& options = {}) {
  return fit_ridge(std::as_const(sample.x).view(), sample.y, options);
}

// Fits as often as there are rows.
double penalty_by_hand(const Sample& sample, const std::vector<double>& penalties) {
  double best = 0, least = std::numeric_limits<double>::infinity();
  for (const double penalty : penalties) {
    double sum = 0;
    for (std::size_t i = 0; i < sample.y.size(); ++i) {
      const double error =
          sample.y[i] - fit(without(sample, i), {{penalty}})(std::as_const(sample.x)[i]);
      sum += error * error;
    }
    if (sum < least) least = sum, best = penalty;
  }
  return best;
}

TEST(Ridge, ChoosesThePenaltyThatPredictsLeftOutRowsBest) {
  for (const auto& [rows, features] :
       std::vector<std::pair<std::size_t, std::size_t>>{{40, 3}, {12, 8}, {9, 15}}) {
    const auto sample = some_sample(rows, features);
    const std::vector<double> penalties{0.001, 0.01, 0.1, 1, 10, 100};
    EXPECT_EQ(fit(sample, {penalties}).penalty, penalty_by_hand(sample, penalties)) << rows;
  }
}

// The slope of the penalised error is zero at the weights, along each of them and the intercept.
TEST(Ridge, LeavesNoSlope) {
  const auto sample = some_sample(50, 6);
  const LinearModel model = fit(sample, {{2.5}});
  std::vector<double> slopes(6);
  double sum = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    const double error = sample.y[i] - model(sample.x[i]);
    sum += error;
    for (std::size_t k = 0; k < 6; ++k) slopes[k] += error * sample.x[i][k];
  }
  EXPECT_NEAR(sum, 0, 1e-10);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(slopes[k], 2.5 * model.weights[k], 1e-10);
}

// Karush, Kuhn and Tucker: a weight is positive without a slope, or zero with one that isn't up.
TEST(Ridge, NonNegativeWeightsAreTheBestSuch) {
  const auto sample = some_sample(60, 7);
  const LinearModel model = fit(sample, {{0.3}, true});
  std::size_t zeros = 0;
  for (std::size_t k = 0; k < 7; ++k) {
    double slope = -0.3 * model.weights[k];
    for (std::size_t i = 0; i < 60; ++i) {
      slope += (sample.y[i] - model(sample.x[i])) * sample.x[i][k];
    }
    EXPECT_GE(model.weights[k], 0);
    zeros += model.weights[k] == 0;
    if (model.weights[k] > 0) {
      EXPECT_NEAR(slope, 0, 1e-9);
    } else {
      EXPECT_LE(slope, 1e-9);
    }
  }
  EXPECT_GT(zeros, 0U);
  EXPECT_LT(zeros, 7U);
}

TEST(Ridge, NonNegativeWeightsGetAPenaltyToo) {
  const auto sample = some_sample(60, 7);
  const double penalty = fit(sample, {default_penalties(), true}).penalty;
  EXPECT_GE(penalty, 1e-4);
  EXPECT_LT(penalty, 10);
}

TEST(Ridge, AConstantFeatureHasNoWeight) {
  auto sample = some_sample(30, 3);
  for (std::size_t i = 0; i < 30; ++i) sample.x[i][1] = 7;
  for (const bool non_negative : {false, true}) {
    EXPECT_EQ(fit(sample, {{0, 1}, non_negative}).weights[1], 0) << non_negative;
  }
}

TEST(LeastSquares, LeavesNoSlopeAndTakesTheSmallestWeights) {
  auto sample = some_sample(30, 4);
  for (std::size_t i = 0; i < 30; ++i) sample.x[i][3] = sample.x[i][0];  // twice the same
  const auto model = fit_least_squares(std::as_const(sample.x).view(), sample.y);
  EXPECT_NEAR(model.weights[0], model.weights[3], 1e-10);
  for (std::size_t k = 0; k < 4; ++k) {
    double slope = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      slope += (sample.y[i] - model(sample.x[i])) * sample.x[i][k];
    }
    EXPECT_NEAR(slope, 0, 1e-10);
  }
}

void expect_error(const Sample& sample, const std::string& words) {
  try {
    fit(sample);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Ridge, TellsWhatNothingCanBeLearnedFrom) {
  expect_error(some_sample(1, 3), "has 1 row;");
  expect_error(some_sample(0, 3), "has 0 rows;");
  expect_error(some_sample(5, 0), "no feature");
  auto constant = some_sample(5, 2);
  constant.y.assign(5, 0.5);
  expect_error(constant, "are the same");
  auto undefined = some_sample(5, 2);
  undefined.x[3][1] = NAN;
  expect_error(undefined, "not finite");
}

TEST(Ridge, TellsFeaturesWhoseProductsOverflow) {
  auto sample = some_sample(20, 2);
  for (std::size_t i = 0; i < 20; ++i) sample.x[i][1] *= 1e200;
  EXPECT_THROW(fit(sample), Error);
}

}  // namespace ridge_test
}  // namespace sonde
