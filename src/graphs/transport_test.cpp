#include "graphs/transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/nan.h"
#include "base/random.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace transport_test {

double transport(std::size_t rows, const std::vector<double>& distances) {
  return transport_distance({distances.data(), rows, distances.size() / rows});
}

std::vector<double> some_distances(std::size_t count, std::uint64_t seed) {
  std::vector<double> distances(count);
  for (std::size_t i = 0; i < count; ++i) {
    distances[i] = 2 * unit_interval(random_bits(seed, 0, i));
  }
  return distances;
}

TEST(Transport, MassTakesTheShortestWays) {
  EXPECT_EQ(transport(1, {0.75}), 0.75);
  EXPECT_EQ(transport(1, {1, 0.5, 0.25, 0.25}), 0.5);
  EXPECT_EQ(transport(2, {0, 1, 1, 0}), 0);
  EXPECT_EQ(transport(2, {1, 0.5, 0.25, 1}), 0.375);
  // Two thirds of the second row's mass go the short way.
  EXPECT_NEAR(transport(2, {0, 1, 1, 1, 0, 0.5}), (2 * 0 + 1 * 1 + 2 * 0 + 1 * 0.5) / 6, 1e-12);
}

TEST(Transport, IsThatOfALinearProgram) {
  // Solved by HiGHS: the flows' sums of rows and of columns are fixed.
  const std::string script = R"(
from scipy.optimize import linprog
answer = []
while len(given):
    rows, columns = int(given[0]), int(given[1])
    count = rows * columns
    sums = np.zeros((rows + columns, count))
    for way in range(count):
        sums[way // columns, way] = sums[rows + way % columns, way] = 1
    mass = np.r_[np.full(rows, 1 / rows), np.full(columns, 1 / columns)]
    answer.append(linprog(given[2:2 + count], A_eq=sums, b_eq=mass, method="highs-ds").fun)
    given = given[2 + count:]
)";
  std::vector<double> given, ours;
  for (const std::size_t rows : {2U, 7U, 12U, 25U}) {
    const std::size_t columns = 27 - rows;
    const auto distances = some_distances(rows * columns, rows);
    given.push_back(static_cast<double>(rows));
    given.push_back(static_cast<double>(columns));
    given.insert(given.end(), distances.begin(), distances.end());
    ours.push_back(transport(rows, distances));
  }
  EXPECT_THAT(ours, testing::Pointwise(testing::DoubleNear(1e-9), ask_python(script, given)));
}

TEST(Transport, TheOtherWayRoundIsAsFar) {
  const std::size_t rows = 13, columns = 8;
  const auto there = some_distances(rows * columns, 3);
  std::vector<double> back(there.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      back[column * rows + row] = there[row * columns + column];
    }
  }
  EXPECT_EQ(transport(rows, there), transport(columns, back));
}

TEST(Transport, IsUndefinedWhereADistanceIs) {
  for (const double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(std::isnan(transport(2, {0, bad, 1, 0})));
  }
}

TEST(Transport, TheGreatestHasAnEnd) {
  const std::vector<double> far(kMostPoints * kMostPoints, 2.0);
  EXPECT_EQ(transport(kMostPoints, far), 2.0);
}

}  // namespace transport_test
}  // namespace sonde
