#include "engine/models/pooling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sonde {
namespace pooling_test {

// Follows the definition, one number at a time.
double reference(Pooling pooling, Matrix<const float> states, std::size_t first, std::size_t mask,
                 std::size_t column) {
  double sum = 0;
  double weights = 0;
  double greatest = -INFINITY;
  for (std::size_t t = first; t < states.rows(); ++t) {
    const double weight = pooling == Pooling::kWeightedMean ? static_cast<double>(t + 1) : 1;
    const auto value = static_cast<double>(states(t, column));
    sum += weight * value;
    weights += weight;
    greatest = std::max(greatest, value);
  }
  switch (pooling) {
    case Pooling::kMean:
    case Pooling::kWeightedMean:
      return sum / weights;
    case Pooling::kMeanSqrtLen:
      return sum / std::sqrt(weights);
    case Pooling::kMax:
      return greatest;
    case Pooling::kCls:
      return static_cast<double>(states(first, column));
    case Pooling::kPooler:
      return static_cast<double>(states(0, column));
    case Pooling::kLastToken:
      return static_cast<double>(states(states.rows() - 1, column));
    case Pooling::kMask:
      return static_cast<double>(states(mask, column));
  }
  return NAN;
}

TEST(Pooling, AgreesWithItsDefinition) {
  const bool well = rc::check([] {
    const auto rows = *rc::gen::inRange<std::size_t>(1, 20);
    const auto columns = *rc::gen::inRange<std::size_t>(1, 9);
    const auto numbers =
        *rc::gen::container<std::vector<int>>(rows * columns, rc::gen::inRange(-1000, 1000));
    const std::vector<float> values(numbers.begin(), numbers.end());
    const Matrix<const float> states(values.data(), rows, columns);
    const PooledTokens seen{*rc::gen::inRange<std::size_t>(0, rows),
                            *rc::gen::inRange<std::size_t>(0, rows)};
    for (const auto& row : pooling_names()) {
      std::vector<double> out(columns);
      pool(row.pooling, states, seen, out);
      for (std::size_t c = 0; c < columns; ++c) {
        RC_ASSERT(out[c] == reference(row.pooling, states, seen.first, seen.mask, c));
      }
    }
  });
  EXPECT_TRUE(well);
}

TEST(Pooling, OfNoTokensIsUndefined) {
  const std::vector<float> values{1, 2, 3, 4};
  std::vector<double> out(2);
  pool(Pooling::kMean, {values.data(), 2, 2}, {.first = 2}, out);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

TEST(Pooling, AMaskThatWasCutOffIsUndefined) {
  const MatrixOf<float> states(3, 2);
  std::vector<double> out(2);
  pool(Pooling::kMask, states.view(), {0, 3}, out);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

}  // namespace pooling_test
}  // namespace sonde
