#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sonde/error.h"
#include "sonde/resampling.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace quantile_test {

constexpr double kShares[] = {0, 0.25, 0.5, 0.61, 0.75, 1};

std::vector<std::uint64_t> keys_for(std::size_t n) {
  std::vector<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = random_bits(5, 5, i);
  return keys;
}

// Values with ties among them.
std::vector<double> some_values(std::size_t n) {
  auto values = uniforms(9, n);
  for (std::size_t i = 0; i < n; i += 3) values[i] = std::round(10 * values[i]) / 10;
  return values;
}

void expect_same(const std::vector<double>& ours, const std::vector<double>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_TRUE(ours[i] == theirs[i] || (std::isnan(ours[i]) && std::isnan(theirs[i])))
        << i << ": " << ours[i] << " not " << theirs[i];
  }
}

TEST(Quantile, IsNumpysToTheBit) {
  for (const std::size_t n : {1U, 2U, 3U, 10U, 347U}) {
    const auto values = some_values(n);
    std::vector<double> ours;
    for (const double share : kShares) ours.push_back(quantile(values, share));
    expect_same(ours, ask_python("answer = np.quantile(given, [0, .25, .5, .61, .75, 1])", values));
  }
}

TEST(Quantile, OfReplicatesIsNumpysOfTheRepeatedValues) {
  constexpr std::size_t kReplicates = 40;
  for (const std::size_t n : {1U, 2U, 7U, 400U}) {  // 400: weights sum to more than a byte
    const auto values = some_values(n);
    const auto keys = keys_for(n);
    const Resampler resampler(3, kReplicates, 2);
    MatrixOf<std::uint8_t> weights(kReplicates, n);
    resampler.weights(keys, 0, weights.view());
    std::vector<double> given = values;
    for (std::size_t r = 0; r < kReplicates; ++r) {
      given.insert(given.end(), weights[r].begin(), weights[r].end());
    }
    const auto theirs = ask_python(
        "rows = given.reshape(41, -1)\n"
        "answer = [np.quantile(x, q) if len(x) else np.nan\n"
        "          for q in (0, .25, .5, .61, .75, 1)\n"
        "          for x in (np.repeat(rows[0], w.astype(int)) for w in rows[1:])]",
        given);
    const auto found = resampler.quantiles(values, keys, kShares);
    const auto view = found.view();
    expect_same({view.data(), view.data() + view.rows() * view.columns()}, theirs);
  }
}

TEST(Quantile, HasTheSameBitsWhateverTheThreadsAndTheOrder) {
  auto values = some_values(60);
  auto keys = keys_for(60);
  const auto one = Resampler(1, 50, 1).quantiles(values, keys, kShares);
  std::rotate(values.begin(), values.begin() + 17, values.end());
  std::rotate(keys.begin(), keys.begin() + 17, keys.end());
  const auto other = Resampler(1, 50, 3).quantiles(values, keys, kShares);
  for (std::size_t row = 0; row < std::size(kShares); ++row) {
    expect_same({one[row].begin(), one[row].end()}, {other[row].begin(), other[row].end()});
  }
}

TEST(Quantile, IsUndefinedWithoutValuesOrWithNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(quantile(std::vector<double>{1, nan}, 0.5)));
  const auto none = Resampler(1, 3, 1).quantiles({}, {}, kShares);
  EXPECT_TRUE(std::isnan(none[2][1]));
  const auto some = Resampler(1, 3, 1).quantiles(std::vector<double>{1, nan}, keys_for(2), kShares);
  EXPECT_TRUE(std::isnan(some[0][0]));
  EXPECT_THROW(Resampler(1, 3, 1).quantiles(std::vector<double>{1}, {}, kShares), Error);
}

}  // namespace quantile_test
}  // namespace sonde
