#include "statistics/learning/network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace sonde {
namespace network_test {

using Hidden = std::vector<std::size_t>;

// Table 8 of the STS3k study, by hidden units.
TEST(Network, HasTheStudysNumbersOfWeights) {
  const std::map<Hidden, std::size_t> table{
      {{}, 8}, {{10}, 90}, {{60, 10}, 1'090}, {{100, 100, 10}, 11'810}};
  for (const auto& [hidden, weights] : table) EXPECT_EQ(count_weights(8, hidden), weights);
}

// Table 10 has three decimals of them, by the number of features: both vectors in full. Four of its
// entries at 10^5 have the last digit of those at 10^6: 1.646, 2.910, 2.158 and 1.646 are printed
// as 1.647, 2.911, 2.159 and 1.647.
TEST(Network, HasTheNumbersOfWeightsWithoutComponents) {
  const Hidden sizes[] = {{}, {10}, {100, 100, 10}, {1000, 100, 100, 10}};
  const std::map<std::size_t, std::vector<std::size_t>> table{
      {598, {598, 5'990, 70'810, 709'010}},
      {1'536, {1'536, 15'370, 164'610, 1'647'010}},
      {2'800, {2'800, 28'010, 291'010, 2'911'010}},
      {2'048, {2'048, 20'490, 215'810, 2'159'010}}};
  for (const auto& [features, weights] : table) {
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(count_weights(features, sizes[i]), weights[i]);
  }
  EXPECT_EQ(count_weights(8, Hidden{60, 10}), 1'090U);
  EXPECT_EQ(count_weights(8, Hidden{100, 100, 10}), 11'810U);
  EXPECT_EQ(count_weights(8, Hidden{1000, 100, 100, 10}), 119'010U);
  EXPECT_EQ(count_weights(8, Hidden{1000, 1000, 100, 10}), 1'109'010U);
}

TEST(Network, BeginsEvenlyWithinGlorotsBounds) {
  NetworkOptions options;
  options.hidden = {40, 20};
  const Network network = initial_network(60, options);
  ASSERT_EQ(network.layers.size(), 3U);
  const auto& weights = network.layers[0].weights;
  const double bound = std::sqrt(6.0 / 100);
  EXPECT_LE(weights.cwiseAbs().maxCoeff(), bound);
  EXPECT_GT(weights.maxCoeff(), 0.99 * bound);
  EXPECT_LT(weights.minCoeff(), -0.99 * bound);
  EXPECT_NEAR(weights.mean(), 0, 0.01);
  EXPECT_NEAR(weights.squaredNorm() / 2400, bound * bound / 3, 0.002);
  options.seed = 2;
  EXPECT_NE(initial_network(60, options).layers[0].weights(0, 0), weights(0, 0));
}

TEST(Network, StopsWhereItDiverges) {
  MatrixOf<double> rows(4, 1);
  for (std::size_t i = 0; i < 4; ++i) rows[i][0] = static_cast<double>(i);
  const std::vector<double> targets{1e200, -1e200, 1e200, 3};  // their squares are infinite
  NetworkOptions options;
  options.hidden = {2};
  int epochs = 0;
  train_network(initial_network(1, options), std::as_const(rows).view(), targets, options,
                [&] { ++epochs; });
  EXPECT_EQ(epochs, 1);
}

TEST(Network, SeedsShuffleToo) {
  MatrixOf<double> rows(30, 2);
  std::vector<double> targets;
  for (std::size_t i = 0; i < 30; ++i) {
    rows[i][0] = std::sin(static_cast<double>(i));
    targets.push_back(0.1 * static_cast<double>(i % 5));
  }
  NetworkOptions options;
  options.batch = 7;
  options.most_epochs = 3;
  const Network start = initial_network(2, options);
  const auto trained = [&](std::uint64_t seed) {
    options.seed = seed;
    return train_network(start, rows.view(), targets, options).predict(rows.view());
  };
  EXPECT_EQ(trained(1), trained(1));
  EXPECT_NE(trained(1), trained(2));
}

}  // namespace network_test
}  // namespace sonde
