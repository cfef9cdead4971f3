#include "statistics/separation/operating_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace operating_point_test {

// Items with two same variants and one changed variant each. Some similarities tie.
struct Sample {
  std::vector<std::uint64_t> keys;
  std::vector<double> changed, same;
  std::vector<std::uint32_t> changed_items, same_items;

  explicit Sample(std::uint32_t items) {
    for (std::uint32_t item = 0; item < items; ++item) {
      keys.push_back(mix(item + 1));
      changed.push_back(std::round(100 * (0.4 + 0.55 * uniform(1, item))) / 100);
      changed_items.push_back(item);
      for (std::uint32_t i = 0; i < 2; ++i) {
        same.push_back(0.7 + 0.3 * uniform(2, 2 * item + i));
        same_items.push_back(item);
      }
    }
  }
  Variants of_changed() const { return {changed, changed_items}; }
  Variants of_same() const { return {same, same_items}; }
};

// Threshold and cross-fitted shares under weights, by numpy: variants are repeated by their
// weights.
constexpr const char* kScript = R"py(
n, rate = int(given[0]), given[1]
folds, weights, changed = given[2:2+n].astype(int), given[2+n:2+2*n].astype(int), given[2+2*n:2+3*n]
same = given[2+3*n:2+5*n]
fold_of = [np.repeat(folds, weights), np.repeat(np.repeat(folds, 2), np.repeat(weights, 2))]
sims = [np.repeat(changed, weights), np.repeat(same, np.repeat(weights, 2))]
def threshold(values):
    allowed = max(0, rate * (len(values) + 1) - 1)
    return np.interp(allowed, np.arange(len(values)), np.sort(values)[::-1])
shares = []
for fold, sim in zip(fold_of, sims):
    hits = [np.sum(sim[fold == f] > threshold(sims[0][fold_of[0] != f])) for f in range(10)]
    shares.append(np.sum(hits) / len(sim))
answer = [threshold(sims[0]), *shares]
)py";

std::vector<double> by_numpy(const Sample& sample, double rate,
                             const std::vector<std::uint8_t>& weights) {
  std::vector<double> given{static_cast<double>(sample.keys.size()), rate};
  for (const auto key : sample.keys) given.push_back(static_cast<double>(operating_fold(key)));
  given.insert(given.end(), weights.begin(), weights.end());
  given.insert(given.end(), sample.changed.begin(), sample.changed.end());
  for (const double value : sample.same) given.push_back(settled_similarity(value));
  return ask_python(kScript, given);
}

TEST(OperatingPoint, IsNumpysOnTheSampleAndInReplicates) {
  const Sample sample(240);
  const std::vector<Variants> judged{sample.of_changed(), sample.of_same()};
  for (const double rate : {0.01, 0.05, 0.2}) {
    const OperatingQuestion question{sample.of_changed(), judged, sample.keys, rate};
    const auto found = operating_point(question);
    const auto numpy = by_numpy(sample, rate, std::vector<std::uint8_t>(sample.keys.size(), 1));
    EXPECT_NEAR(found.threshold, numpy[0], 1e-12);
    EXPECT_THAT(found.matches,
                testing::ElementsAre(testing::DoubleEq(numpy[1]), testing::DoubleEq(numpy[2])));
    const Resampler resampler(7, 20);
    const auto replicates = operating_replicates(resampler, question);
    MatrixOf<std::uint8_t> weights(20, sample.keys.size());
    resampler.weights(sample.keys, 0, weights.view());
    for (const std::size_t at : {0U, 17U}) {
      const auto expected = by_numpy(sample, rate, {weights[at].begin(), weights[at].end()});
      EXPECT_NEAR(replicates.threshold[at], expected[0], 1e-12) << at;
      EXPECT_DOUBLE_EQ(replicates.matches[0][at], expected[1]) << at;
      EXPECT_DOUBLE_EQ(replicates.matches[1][at], expected[2]) << at;
    }
  }
}

// Over many samples, the rate on new sentences and the cross-fitted rate are the wanted one.
TEST(OperatingPoint, HasTheWantedRateOnNewSentences) {
  constexpr double kRate = 0.05, kWithin = 0.004;
  double on_new = 0, claimed = 0;
  constexpr int kSamples = 400;
  for (std::uint64_t number = 0; number < kSamples; ++number) {
    std::vector<double> changed(80);
    std::vector<std::uint64_t> keys(80);
    std::vector<std::uint32_t> items(80);
    std::iota(items.begin(), items.end(), 0U);
    for (std::size_t i = 0; i < 80; ++i) {
      changed[i] = uniform(100 + number, i);
      keys[i] = mix(1000 * number + i);
    }
    const std::vector<Variants> judged{{changed, items}};
    const auto point = operating_point({judged[0], judged, keys, kRate});
    on_new += 1 - point.threshold;  // similarities are uniform
    claimed += point.matches[0];
  }
  EXPECT_NEAR(on_new / kSamples, kRate, kWithin);
  EXPECT_NEAR(claimed / kSamples, kRate, kWithin);
}

TEST(OperatingPoint, TiesAreNoMatch) {
  const std::vector<double> changed(40, 1.0), same(40, 0.99999999);
  std::vector<std::uint32_t> items(40);
  std::iota(items.begin(), items.end(), 0U);
  std::vector<std::uint64_t> keys(items.begin(), items.end());
  const std::vector<Variants> judged{{changed, items}, {same, items}};
  const auto point = operating_point({judged[0], judged, keys, 0.05});
  EXPECT_EQ(point.threshold, 1);
  EXPECT_THAT(point.matches, testing::ElementsAre(0, 0));
}

TEST(OperatingPoint, NeedsEnoughAndARate) {
  EXPECT_EQ(fewest_changed(0.01), 99U);
  EXPECT_EQ(fewest_changed(0.05), 19U);
  EXPECT_THROW(operating_point({{}, {}, {}, 0}), Error);
  const std::vector<Variants> none{{}};
  const auto point = operating_point({{}, none, {}, 0.05});
  EXPECT_TRUE(std::isnan(point.threshold));
  EXPECT_TRUE(std::isnan(point.matches[0]));
}

TEST(OperatingPoint, IsTheSameOnAnyThreads) {
  const Sample sample(300);
  const std::vector<Variants> judged{sample.of_changed()};
  const OperatingQuestion question{sample.of_changed(), judged, sample.keys, 0.05};
  const auto one = operating_replicates(Resampler(3, 300, 1), question);
  const auto four = operating_replicates(Resampler(3, 300, 4), question);
  EXPECT_EQ(one.threshold, four.threshold);
  EXPECT_EQ(one.matches, four.matches);
}

}  // namespace operating_point_test
}  // namespace sonde
