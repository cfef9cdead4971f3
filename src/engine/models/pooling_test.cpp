#include "engine/models/pooling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace sonde {
namespace pooling_test {

// Follows the definitions, one number at a time: of poolings that take one token's state,
std::optional<std::size_t> reference_token(Pooling pooling, std::size_t first, std::size_t mask,
                                           std::size_t last) {
  if (pooling == Pooling::kCls) return first;
  if (pooling == Pooling::kPooler) return 0;
  if (pooling == Pooling::kLastToken) return last;
  if (pooling == Pooling::kMask) return mask;
  return std::nullopt;
}

// and of all poolings.
double reference(Pooling pooling, Matrix<const float> states, std::size_t first, std::size_t mask,
                 std::size_t column) {
  const auto token = reference_token(pooling, first, mask, states.rows() - 1);
  if (token) return static_cast<double>(states(*token, column));
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
  if (pooling == Pooling::kMax) return greatest;
  return sum / (pooling == Pooling::kMeanSqrtLen ? std::sqrt(weights) : weights);
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

std::vector<float> sparse(const SparsePooling& pooling, const std::vector<float>& logits) {
  std::vector<float> out(3);
  const bool defined = pool_sparse(pooling, {logits.data(), logits.size() / 3, 3}, out);
  EXPECT_EQ(defined, !std::isnan(out[0]));
  return out;
}

TEST(SparsePooling, GivesTheGreatestOrTheSumOfEachColumn) {
  const std::vector<float> logits{1, 0, 3, 2, 0, 3};
  const auto once = [](double x) { return static_cast<float>(x); };
  EXPECT_EQ(sparse({}, logits), (std::vector{once(std::log(3.0)), 0.0F, once(std::log(4.0))}));
  EXPECT_EQ(sparse({.sum = true}, logits),
            (std::vector{once(std::log1p(1) + std::log1p(2)), 0.0F, once(2 * std::log1p(3))}));
  EXPECT_EQ(sparse({.twice = true}, logits)[2], once(std::log1p(std::log1p(3))));
}

TEST(SparsePooling, DropsTheLeastNumbersAndOfEqualOnesTheLast) {
  EXPECT_EQ(sparse({.most = 1}, {1, 2, 2}),
            (std::vector{0.0F, static_cast<float>(std::log1p(2.0)), 0.0F}));
}

TEST(SparsePooling, OfNoPositiveLogitIsUndefined) {
  EXPECT_TRUE(std::isnan(sparse({}, {0, 0, 0})[1]));
  EXPECT_TRUE(std::isnan(sparse({}, {1, std::nanf(""), 0})[0]));
}

}  // namespace pooling_test
}  // namespace sonde
