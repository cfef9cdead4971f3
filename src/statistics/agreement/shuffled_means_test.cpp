#include "statistics/agreement/shuffled_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "statistics/agreement/testing/rated.h"
#include "statistics/measures/kolmogorov.h"

namespace sonde {
namespace shuffled_means_test {

constexpr double kNoRating = std::numeric_limits<double>::quiet_NaN();

TEST(ShuffledMeans, AreTheMeansWhereNothingCanBeShuffled) {
  const Ratings once =
      ratings_of({3, {1, kNoRating, kNoRating, kNoRating, 5, kNoRating, kNoRating, kNoRating, 3}});
  const auto keys = some_keys(3);
  EXPECT_EQ(value_of(shuffled_means(once, keys, keys, {1, 10}).distance, "shuffled_ks", 3), 0);
}

TEST(ShuffledMeans, TheTestIsThatOfTheDistance) {
  const Ratings ratings = ratings_of(random_table(40, 7, 5, 0.2, 3));
  const auto measures = shuffled_means(ratings, some_keys(40), some_keys(7), {1, 1});
  const double distance = value_of(measures.distance, "shuffled_ks", 40);
  const auto p = value_of(measures.test, "shuffled_p", 40);
  EXPECT_EQ(p, kolmogorov_smirnov_p(40, static_cast<std::size_t>(std::lround(distance * 40))));
  EXPECT_GT(p, 0);
  EXPECT_LT(p, 1);
  EXPECT_FALSE(measures.test.intervals);
}

// Sums of tenths depend on their order.
TEST(ShuffledMeans, DoNotDependOnTheUnit) {
  RatingGrid grid = random_table(40, 7, 5, 0.2, 3);
  const auto value = [&](double unit) {
    RatingGrid other = grid;
    for (double& one : other.values) one *= unit;
    const auto measures =
        shuffled_means(ratings_of(other), some_keys(40), some_keys(7), {1, 20}).distance;
    return value_of(measures, "shuffled_ks", 40);
  };
  EXPECT_EQ(value(.1), value(1));
  EXPECT_EQ(value(.01), value(1));
}

}  // namespace shuffled_means_test
}  // namespace sonde
