#include "statistics/separation/separation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"
#include "statistics/measures/testing/shapes.h"
#include "statistics/separation/ascending.h"

namespace sonde {
namespace separation_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Variants of which each is an item's only one.
struct Kind {
  std::vector<double> cosines;
  std::vector<std::uint32_t> items;

  explicit Kind(std::vector<double> given) : cosines(std::move(given)), items(cosines.size()) {
    std::iota(items.begin(), items.end(), 0U);
  }
  operator Variants() const { return {cosines, items}; }
};

TEST(Ascending, VisitsEveryValueOnceInOrder) {
  const auto a = both(rounded(normal(500, 1, 0.5, 0.2), 0.01), normal(500, 2, 0.9, 0.001));
  const auto b = rounded(normal(300, 3, 0.6, 0.2), 0.01);
  auto sorted = both(a, b);
  std::ranges::sort(sorted);
  for (const std::size_t at_once : {1U, 100U, 1000U, 5000U}) {
    std::vector<double> visited;
    std::uint64_t in_a = 0;
    visit_ascending(
        a, b,
        [&](double value, std::uint64_t from_a, std::uint64_t from_b) {
          EXPECT_EQ(from_a, std::uint64_t(std::ranges::count(a, value)));
          EXPECT_EQ(from_b, std::uint64_t(std::ranges::count(b, value)));
          EXPECT_TRUE(visited.empty() || visited.back() < value);
          in_a += from_a;
          visited.insert(visited.end(), from_a + from_b, value);
        },
        at_once);
    EXPECT_EQ(visited, sorted) << at_once;
    EXPECT_EQ(in_a, a.size());
  }
}

TEST(Ascending, TakesEmptyConstantAndHugeValues) {
  std::vector<double> visited;
  const auto visit = [&](double value, std::uint64_t, std::uint64_t) { visited.push_back(value); };
  visit_ascending({}, {}, visit);
  EXPECT_TRUE(visited.empty());
  visit_ascending(std::vector<double>{1, 1}, {}, visit);
  visit_ascending({}, std::vector<double>{1e308, -1e308}, visit);
  EXPECT_EQ(visited, (std::vector<double>{1, -1e308, 1e308}));
}

// Input per case: the number of fuzzed and of negated ones, these, then all again.
constexpr const char* kOracle = R"(
from sklearn.metrics import roc_auc_score, roc_curve
answer = []
while len(given):
    f, n = int(given[0]), int(given[1])
    fuzzed, negated, given = np.split(given[2:], [f, f + n])
    labels, scores = np.r_[np.ones(f), np.zeros(n)], np.r_[fuzzed, negated]
    fpr, tpr, thresholds = roc_curve(labels, scores, drop_intermediate=False)
    error = np.round((1 - tpr + fpr) / 2, 12)
    at = np.argmin(error)
    limit = np.sort(negated)[::-1][int(np.floor(0.05 * n + 1e-9))]
    answer += [roc_auc_score(labels, scores), thresholds[at], 1 - tpr[at], fpr[at], error[at],
               limit, np.mean(fuzzed > limit), fuzzed.mean(), negated.mean()]
)";

TEST(Separation, IsScikitLearns) {
  const std::pair<std::vector<double>, std::vector<double>> cases[] = {
      {normal(300, 1, 0.9, 0.05), normal(401, 2, 0.8, 0.1)},
      {normal(2000, 1, 0.9, 0.05), normal(100, 2, 0.89, 0.01)},
      {rounded(normal(300, 3, 0.8, 0.1), 0.05), rounded(normal(300, 4, 0.75, 0.1), 0.05)}};
  std::vector<double> given;
  for (const auto& [fuzzed, negated] : cases) {
    given.push_back(static_cast<double>(fuzzed.size()));
    given.push_back(static_cast<double>(negated.size()));
    given = both(both(given, fuzzed), negated);
  }
  const auto answer = ask_python(kOracle, given);
  ASSERT_EQ(answer.size(), std::size(cases) * 9);
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const auto theirs = std::span(answer).subspan(9 * i, 9);
    const Separation ours = separation(Kind(cases[i].first), Kind(cases[i].second));
    EXPECT_NEAR(ours.auc, theirs[0], 1e-12);
    EXPECT_EQ(ours.best.cosine, theirs[1]);
    EXPECT_NEAR(ours.best.false_negative_rate, theirs[2], 1e-12);
    EXPECT_NEAR(ours.best.false_positive_rate, theirs[3], 1e-12);
    EXPECT_NEAR(ours.best.balanced_error, theirs[4], 1e-11);
    EXPECT_EQ(ours.limit.cosine, theirs[5]);
    EXPECT_NEAR(ours.limit.true_positive_rate, theirs[6], 1e-12);
    EXPECT_NEAR(ours.fuzzed_mean, theirs[7], 1e-12);
    EXPECT_NEAR(ours.negated_mean, theirs[8], 1e-12);
    EXPECT_EQ(ours.overlap, overlap(curve(cases[i].first), curve(cases[i].second)));
  }
}

TEST(Separation, OfTheWorstAndTheBest) {
  const Kind low({0.1, 0.2, 0.3}), high({0.5, 0.6, 0.7, 0.8});
  const Separation apart = separation(high, low);
  EXPECT_EQ(apart.auc, 1);
  EXPECT_EQ(apart.best.cosine, 0.5);
  EXPECT_EQ(apart.best.balanced_error, 0);
  const Separation backwards = separation(low, high);
  EXPECT_EQ(backwards.auc, 0);
  EXPECT_EQ(backwards.best.balanced_error, 0.5);
  EXPECT_TRUE(std::isnan(backwards.best.cosine));
  const Separation same = separation(low, low);
  EXPECT_EQ(same.auc, 0.5);
}

TEST(Separation, BestIsTheHighestOfSeveral) {
  const BestThreshold best = separation(Kind({0.2, 0.8}), Kind({0.1, 0.5})).best;
  EXPECT_EQ(best.cosine, 0.8);  // at 0.2 the other kind has the same share of errors
  EXPECT_EQ(best.false_negative_rate, 0.5);
  EXPECT_EQ(best.false_positive_rate, 0);
}

TEST(Separation, LimitIsTheSmallestCosine) {
  const Kind fuzzed({0.5, 0.9}), negated({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0});
  const auto limit = [&](double share) { return separation(fuzzed, negated, {{}, share}).limit; };
  EXPECT_EQ(limit(0).cosine, 1.0);
  EXPECT_EQ(limit(0.1).cosine, 0.9);
  EXPECT_EQ(limit(0.3).cosine, 0.7);  // 3 of 10, though 0.3 * 10 is not a whole number
  EXPECT_EQ(limit(0.3).true_positive_rate, 0.5);
  EXPECT_EQ(limit(0.99).cosine, 0.1);
  EXPECT_THROW(limit(1), Error);
  EXPECT_THROW(limit(kNaN), Error);
}

TEST(Separation, WithoutOneKindIsUndefined) {
  const Kind some({0.1, 0.2}), none({});
  for (const Separation& found : {separation(some, none), separation(none, some)}) {
    EXPECT_TRUE(std::isnan(found.auc));
    EXPECT_TRUE(std::isnan(found.overlap));
    EXPECT_TRUE(std::isnan(found.best.balanced_error));
    EXPECT_TRUE(std::isnan(found.limit.true_positive_rate));
  }
  EXPECT_EQ(separation(none, some).limit.cosine, 0.2);
  EXPECT_TRUE(std::isnan(separation(none, none).fuzzed_mean));
}

TEST(Separation, RefusesWhatDoesNotFit) {
  const std::vector<double> cosines{0.1, 0.2}, undefined{0.1, kNaN};
  const std::vector<std::uint32_t> items{0, 1}, falling{1, 0}, fewer{0};
  const Variants good{cosines, items};
  EXPECT_THROW(separation(good, {cosines, falling}), Error);
  EXPECT_THROW(separation({cosines, fewer}, good), Error);
  EXPECT_THROW(separation({undefined, items}, good), Error);
  EXPECT_THROW(separation(good, good, {{BandwidthRule::kFactor, 0}}), Error);
}

}  // namespace separation_test
}  // namespace sonde
