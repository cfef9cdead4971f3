#include <rapidcheck.h>

#include <cstring>
#include <functional>
#include <set>

#include "sonde/error.h"
#include "statistics/agreement/fleiss.h"
#include "statistics/agreement/intraclass.h"
#include "statistics/agreement/kappa.h"
#include "statistics/agreement/krippendorff.h"
#include "statistics/agreement/leave_one_out.h"
#include "statistics/agreement/rating_levels.h"
#include "statistics/agreement/shuffled_means.h"
#include "statistics/agreement/split_half.h"
#include "statistics/agreement/testing/rated.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace agreement_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<RatingGrid> grids() {
  std::vector<RatingGrid> grids;
  std::uint64_t stream = 0;
  for (const std::size_t items : {4U, 12U, 60U}) {
    for (const std::size_t annotators : {2U, 3U, 9U}) {
      for (const int levels : {2, 7}) {
        for (const double missing : {0.0, 0.3}) {
          grids.push_back(random_table(items, annotators, levels, missing, ++stream));
        }
      }
    }
  }
  return grids;
}

// scikit-learn's kappa takes its time.
std::vector<RatingGrid> small_grids() {
  auto some = grids();
  std::erase_if(some, [](const RatingGrid& grid) { return grid.annotators > 3; });
  some.push_back(random_table(15, 6, 5, 0.2, 99));
  return some;
}

// The output of `script`, `count` numbers per grid. In it `grid` is an array, with a row per item.
std::vector<double> ask_about(const std::string& script, const std::vector<RatingGrid>& grids) {
  std::vector<double> given;
  for (const auto& grid : grids) {
    given.push_back(static_cast<double>(grid.items()));
    given.push_back(static_cast<double>(grid.annotators));
    given.insert(given.end(), grid.values.begin(), grid.values.end());
  }
  return ask_python(script + R"(
answer, at = [], 0
while at < len(given):
    n, m = int(given[at]), int(given[at + 1])
    answer += measure(given[at + 2:at + 2 + n * m].reshape(n, m))
    at += 2 + n * m
)",
                    given);
}

TEST(PairwiseKappa, AgreesWithScikitLearn) {
  const auto theirs = ask_about(R"(
from itertools import combinations
from sklearn.metrics import cohen_kappa_score
def kappas(a, b, weights):
    both = ~np.isnan(a) & ~np.isnan(b)
    return cohen_kappa_score(a[both], b[both], weights=weights, labels=labels) if both.sum() > 2 else np.nan
def measure(grid):
    global labels
    labels = np.arange(1, 8)
    return [np.nanmean([kappas(a, b, weights) for a, b in combinations(grid.T, 2)])
            for weights in (None, 'linear', 'quadratic')]
)",
                                small_grids());
  ASSERT_EQ(theirs.size(), 3 * small_grids().size());
  std::size_t at = 0;
  for (const auto& grid : small_grids()) {
    const Ratings ratings = ratings_of(grid);
    for (const double ours : values(pairwise_kappa(ratings, 3), ratings.items())) {
      expect_near_or_nan(ours, theirs[at++], 1e-10);
    }
  }
}

// Weights are distances of values: 1, 2 and 10 are not three steps of a ladder.
TEST(PairwiseKappa, WeighsByValues) {
  const Ratings ratings = ratings_of({2, {1, 1, 2, 10, 10, 10, 2, 1}});
  const auto theirs = ask_python(R"(
a, b = np.array([1, 2, 10, 2]), np.array([1, 10, 10, 1])
d = lambda power: 1 - np.mean(abs(a - b) ** power) / np.mean(abs(a[:, None] - b) ** power)
answer = [d(1.0), d(2.0)]
)",
                                 {});
  EXPECT_NEAR(value_of(pairwise_kappa(ratings, 2), "kappa_pairs_linear", 4), theirs[0], 1e-12);
  EXPECT_NEAR(value_of(pairwise_kappa(ratings, 2), "kappa_pairs_quadratic", 4), theirs[1], 1e-12);
}

TEST(PairwiseKappa, LeavesOutPairsThatShareFewItems) {
  const Ratings ratings = ratings_of({3, {1, 1, 2, 2, 1, kNaN, 1, 2, kNaN, 2, 2, kNaN}});
  const Measures four = pairwise_kappa(ratings, 4);
  EXPECT_NEAR(value_of(four, "kappa_pairs", 4), 0, 1e-12);
  EXPECT_EQ(four.items, 4U);
  EXPECT_TRUE(std::isnan(value_of(pairwise_kappa(ratings, 5), "kappa_pairs", 4)));
  EXPECT_EQ(pairwise_kappa(ratings, 5).items, 0U);
}

// Table 1 of Fleiss (1971) by way of its well-known cousin of 10 items, 14 annotators and 5
// categories: percent agreement .378, kappa .210.
TEST(Fleiss, IsThePublishedExample) {
  const int counts[10][5] = {{0, 0, 0, 0, 14}, {0, 2, 6, 4, 2}, {0, 0, 3, 5, 6}, {0, 3, 9, 2, 0},
                             {2, 2, 8, 1, 1},  {7, 7, 0, 0, 0}, {3, 2, 6, 3, 0}, {2, 5, 3, 2, 2},
                             {6, 5, 2, 1, 0},  {0, 2, 2, 3, 7}};
  RatingGrid grid{14, {}};
  for (const auto& row : counts) {
    for (int category = 0; category < 5; ++category) {
      grid.values.insert(grid.values.end(), static_cast<std::size_t>(row[category]), category);
    }
  }
  const Ratings ratings = ratings_of(grid);
  EXPECT_NEAR(value_of(fleiss(ratings), "percent_agreement", 10), 0.378, 5e-4);
  EXPECT_NEAR(value_of(fleiss(ratings), "fleiss_kappa", 10), 0.210, 5e-4);
}

TEST(Fleiss, AgreesWithItsFormulas) {
  const auto theirs = ask_about(R"(
def measure(grid):
    counts = np.array([[np.sum(row == c) for c in range(1, 8)] for row in grid])
    counts = counts[counts.sum(1) > 1]
    n = counts.sum(1)
    agreement = ((counts ** 2).sum(1) - n) / (n * (n - 1))
    chance = ((counts.sum(0) / counts.sum()) ** 2).sum()
    return [agreement.mean(), (agreement.mean() - chance) / (1 - chance)]
)",
                                grids());
  std::size_t at = 0;
  for (const auto& grid : grids()) {
    const Ratings ratings = ratings_of(grid);
    for (const double ours : values(fleiss(ratings), ratings.items())) {
      expect_near_or_nan(ours, theirs[at++], 1e-10);
    }
  }
  ASSERT_EQ(theirs.size(), at);
}

// Table 2 of Shrout and Fleiss (1979), and its results.
TEST(Intraclass, IsThePublishedExample) {
  const Ratings ratings =
      ratings_of({4, {9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7}});
  EXPECT_NEAR(value_of(intraclass_one_way(ratings), "icc_1", 6), 0.17, 5e-3);
  EXPECT_NEAR(value_of(intraclass_two_way(ratings), "icc_2k", 6), 0.62, 5e-3);
  EXPECT_NEAR(value_of(intraclass_two_way(ratings), "icc_3k", 6), 0.91, 5e-3);
}

// The variance of unequal groups: the mean number of ratings is (N - sum n_i^2 / N) / (items - 1).
TEST(Intraclass, TakesUnequalNumbersOneWay) {
  const auto theirs = ask_about(R"(
def measure(grid):
    groups = [row[~np.isnan(row)] for row in grid if not np.isnan(row).all()]
    n, N = np.array([len(g) for g in groups]), sum(map(len, groups))
    grand = np.concatenate(groups).mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups) / (len(groups) - 1)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / (N - len(groups))
    each = (N - (n ** 2).sum() / N) / (len(groups) - 1)
    return [(between - within) / (between + (each - 1) * within)]
)",
                                grids());
  ASSERT_EQ(theirs.size(), grids().size());
  std::size_t at = 0;
  for (const auto& grid : grids()) {
    const Ratings ratings = ratings_of(grid);
    const double ours = value_of(intraclass_one_way(ratings), "icc_1", ratings.items());
    expect_near_or_nan(ours, theirs[at++], 1e-10);
  }
}

TEST(Intraclass, TwoWayTakesTheCompleteItems) {
  auto grid = random_table(20, 4, 7, 0, 77);
  RatingGrid complete = grid;
  grid.at(3, 1) = kNaN, grid.at(7, 0) = kNaN;
  const auto row = [&](std::ptrdiff_t item) { return complete.values.begin() + 4 * item; };
  complete.values.erase(row(7), row(8));
  complete.values.erase(row(3), row(4));
  const Ratings some = ratings_of(grid), all = ratings_of(complete);
  EXPECT_EQ(intraclass_two_way(some).items, 18U);
  EXPECT_EQ(values(intraclass_two_way(some), 20), values(intraclass_two_way(all), 18));
}

TEST(LeaveOneOut, AgreesWithNumpy) {
  const auto theirs = ask_about(R"(
def measure(grid):
    found = []
    for j, own in enumerate(grid.T):
        others = np.nanmean(np.delete(grid, j, 1), 1)
        both = ~np.isnan(own) & ~np.isnan(others)
        r = np.corrcoef(own[both], others[both])[0, 1] if both.sum() > 1 else np.nan
        found.append(r)
    return found + [np.nanmean(found)]
)",
                                grids());
  std::size_t at = 0;
  for (const auto& grid : grids()) {
    const Ratings ratings = ratings_of(grid);
    const Resampler resampler(1, 50);
    for (const auto& one : against_others(ratings, some_keys(ratings.items()), resampler)) {
      expect_near_or_nan(one.value, theirs[at++], 1e-10);
    }
    expect_near_or_nan(value_of(leave_one_out(ratings), "leave_one_out", ratings.items()),
                       theirs[at++], 1e-10);
  }
  ASSERT_EQ(theirs.size(), at);
}

TEST(Levels, AgreeWithNumpy) {
  const auto theirs = ask_about(R"(
def measure(grid):
    all = grid[~np.isnan(grid)]
    rows = [row[~np.isnan(row)] for row in grid]
    rows = [row for row in rows if len(row) > 1]
    return [all.mean(), np.median(all), np.mean([row.std(ddof=1) for row in rows]),
            np.mean([row.std() for row in rows])] + list(np.percentile(all, [0, 25, 50, 75, 100]))
)",
                                grids());
  std::size_t at = 0;
  for (const auto& grid : grids()) {
    const Ratings ratings = ratings_of(grid);
    auto ours = values(rating_levels(ratings), ratings.items());
    const auto deviations = values(rating_deviations(ratings), ratings.items());
    ours.insert(ours.end(), deviations.begin(), deviations.end());
    std::vector<double> all;
    for (const auto& rating : ratings.all()) all.push_back(rating.value);
    const Box five = box(all);
    ours.insert(ours.end(),
                {five.low, five.first_quartile, five.median, five.third_quartile, five.high});
    for (const double value : ours) expect_near_or_nan(value, theirs[at++], 1e-10);
  }
  ASSERT_EQ(theirs.size(), at);
}

// Two annotators can be split in one way only, and their order doesn't matter here.
TEST(SplitHalves, OfTwoAnnotatorsAreThoseTwo) {
  const auto grid = random_table(40, 2, 7, 0, 5);
  const Ratings ratings = ratings_of(grid);
  const auto halves = split_halves(ratings, some_keys(2), {1, 20});
  const double r = value_of(halves, "split_half", 40);
  const auto theirs = ask_about(R"(
def measure(grid):
    r = np.corrcoef(grid.T)[0, 1]
    return [r, 2 * r / (1 + r), (2 * r / (1 + r)) ** .5]
)",
                                {grid});
  EXPECT_NEAR(r, theirs[0], 1e-12);
  EXPECT_NEAR(value_of(halves, "spearman_brown", 40), theirs[1], 1e-12);
  EXPECT_NEAR(value_of(halves, "noise_ceiling", 40), theirs[2], 1e-12);
  const auto pairs = pairwise_kappa(ratings, 2),
             kappas = half_kappas(ratings, some_keys(2), {1, 20});
  for (const std::string weights : {"", "_linear", "_quadratic"}) {
    EXPECT_NEAR(value_of(kappas, "kappa_halves" + weights, 40),
                value_of(pairs, "kappa_pairs" + weights, 40), 1e-12);
  }
  const double linear = value_of(kappas, "kappa_halves_linear", 40);
  EXPECT_NEAR(value_of(kappas, "kappa_halves_published", 40), 2 * linear / (1 + linear), 1e-12);
}

// Four annotators can be split in three ways. Many random splits come near their mean.
TEST(SplitHalves, AreDrawnEvenly) {
  const auto grid = random_table(25, 4, 7, 0, 6);
  const Ratings ratings = ratings_of(grid);
  const auto theirs = ask_about(R"(
from sklearn.metrics import cohen_kappa_score
def measure(grid):
    ways = [(grid[:, a].mean(1), np.delete(grid, a, 1).mean(1)) for a in ([0, 1], [0, 2], [0, 3])]
    kappa = lambda a, b: cohen_kappa_score(np.ceil(a), np.ceil(b), weights='linear', labels=range(8))
    return [np.mean([np.corrcoef(a, b)[0, 1] for a, b in ways]), np.mean([kappa(a, b) for a, b in ways])]
)",
                                {grid});
  const auto halves = split_halves(ratings, some_keys(4), {3, 4000});
  EXPECT_NEAR(value_of(halves, "split_half", 25), theirs[0], 0.004);
  const auto kappas = half_kappas(ratings, some_keys(4), {3, 4000});
  EXPECT_NEAR(value_of(kappas, "kappa_halves_linear", 25), theirs[1], 0.004);
}

TEST(SplitHalves, KappaNeedsWholeRatings) {
  const Ratings ratings = ratings_of({2, {1, 1.5, 2, 2, 3, 3.5, 4, 4}});
  const auto halves = split_halves(ratings, some_keys(2), {1, 5});
  EXPECT_GT(value_of(halves, "split_half", 4), 0.9);
  const auto kappas = half_kappas(ratings, some_keys(2), {1, 5});
  EXPECT_TRUE(std::isnan(value_of(kappas, "kappa_halves", 4)));
  EXPECT_TRUE(std::isnan(value_of(kappas, "kappa_halves_published", 4)));
}

// An item that a half didn't rate is left out of all but the published kappa, which gives it 0.
TEST(SplitHalves, PublishedKappaTakesNoRatingForZero) {
  const Ratings ratings = ratings_of({2, {1, 1, 2, 3, 3, 3, 4, kNaN}});
  const auto halves = half_kappas(ratings, some_keys(2), {1, 5});
  const auto theirs = ask_python(R"(
from sklearn.metrics import cohen_kappa_score as kappa
k = kappa([1, 2, 3, 4], [1, 3, 3, 0], weights='linear', labels=range(5))
answer = [kappa([1, 2, 3], [1, 3, 3], weights='linear', labels=range(5)), 2 * k / (1 + k)]
)",
                                 {});
  EXPECT_NEAR(value_of(halves, "kappa_halves_linear", 4), theirs[0], 1e-12);
  EXPECT_NEAR(value_of(halves, "kappa_halves_published", 4), theirs[1], 1e-12);
}

// Everyone rates each item the same, so that the means are the ratings themselves. Shuffled, each
// is a mean of eight independent draws.
TEST(ShuffledMeans, AreNarrowerThanThoseOfAgreement) {
  RatingGrid grid{8, {}};
  for (int item = 0; item < 200; ++item) grid.values.insert(grid.values.end(), 8, item % 7);
  const Ratings ratings = ratings_of(grid);
  const auto measures = shuffled_means(ratings, some_keys(200), some_keys(8), {1, 20}).distance;
  const auto theirs = ask_about(R"(
from scipy.stats import ks_2samp
def measure(grid):
    draw = np.random.default_rng(1)
    return [np.mean([ks_2samp(grid.mean(1), draw.permuted(grid, axis=0).mean(1)).statistic
                     for _ in range(50)])]
)",
                                {grid});
  EXPECT_NEAR(value_of(measures, "shuffled_ks", 200), theirs[0], 0.01);
}

TEST(ItemLevels, AreNumpys) {
  const RatingGrid grid = random_table(30, 6, 5, 0.3, 9);
  const auto theirs = ask_about(R"(
def measure(grid):
    means = np.nanmean(grid, axis=1)
    means = means[~np.isnan(means)]
    return [means.mean(), means.std(ddof=1)]
)",
                                {grid});
  const auto measures = item_levels(ratings_of(grid));
  EXPECT_NEAR(value_of(measures, "mean_of_items", 30), theirs[0], 1e-12);
  EXPECT_NEAR(value_of(measures, "deviation_of_items", 30), theirs[1], 1e-12);
  EXPECT_TRUE(std::isnan(value_of(item_levels(ratings_of({2, {1, 2}})), "deviation_of_items", 1)));
}

// Rounding would give the mean of the constant ones a correlation with the other.
TEST(LeaveOneOut, ConstantRatersHaveNoCorrelation) {
  RatingGrid grid{4, {}};
  for (std::size_t item = 0; item < 40; ++item) {
    const double own = .01 * static_cast<double>(item * 7 % 40);
    grid.values.insert(grid.values.end(), {own, .1, .1, item % 3 == 0 ? kNaN : .1});
  }
  EXPECT_TRUE(std::isnan(value_of(leave_one_out(ratings_of(grid)), "leave_one_out", 40)));
  const Resampler resampler(1, 20, 1);
  for (const auto& one : against_others(ratings_of(grid), some_keys(40), resampler)) {
    EXPECT_TRUE(std::isnan(one.value));
  }
}

// Weak ones: many replicates of the reliability are negative, and have no ceiling.
TEST(SplitHalves, EndsOfTheCeilingAreThoseOfTheReliability) {
  for (std::uint64_t stream = 1; stream < 30; ++stream) {
    const Ratings ratings = ratings_of(random_table(30, 4, 5, 0, stream));
    const auto measures = split_halves(ratings, some_keys(4), {1, 10});
    const auto found = values(measures, 30);
    const auto ends = intervals(measures, found, some_keys(30), Resampler(1, 200, 1));
    const auto root = [](double end) { return std::sqrt(std::max(end, 0.0)); };
    EXPECT_EQ(ends[2].low, root(ends[1].low));
    EXPECT_EQ(ends[2].high, root(ends[1].high));
  }
}

// Items in the order of their weights, each as often as its weight.
RatingGrid repeated(const RatingGrid& grid, Weights weights) {
  RatingGrid result{grid.annotators, {}};
  for (std::size_t item = 0; item < grid.items(); ++item) {
    for (int copy = 0; copy < weights[item]; ++copy) {
      const auto row = std::span(grid.values).subspan(item * grid.annotators, grid.annotators);
      result.values.insert(result.values.end(), row.begin(), row.end());
    }
  }
  return result;
}

using Family = std::function<Measures(const Ratings&)>;

// Without pairwise kappa and shuffled means, for which the number of items decides what is drawn.
std::vector<Family> families(std::size_t annotators) {
  const auto halves = [annotators](const Ratings& ratings) {
    return split_halves(ratings, some_keys(annotators), {1, 7});
  };
  const auto kappas = [annotators](const Ratings& ratings) {
    return half_kappas(ratings, some_keys(annotators), {1, 7});
  };
  return {rating_levels,
          item_levels,
          rating_deviations,
          fleiss,
          krippendorff,
          krippendorff_ratio,
          intraclass_one_way,
          intraclass_two_way,
          leave_one_out,
          halves,
          kappas,
          [](const Ratings& ratings) { return pairwise_kappa(ratings, 1); }};
}

void check_repeated(const Family& make, const RatingGrid& grid, Weights weights) {
  const auto copies = repeated(grid, weights);
  const Ratings whole = ratings_of(grid), many = ratings_of(copies);
  const Measures ours = make(whole), theirs = make(many);
  std::vector<double> out(ours.names.size());
  ours.at(weights, out);
  const auto expected = values(theirs, copies.items());
  for (std::size_t i = 0; i < out.size(); ++i) {
    RC_LOG() << ours.names[i] << ": " << out[i] << " for " << expected[i] << "\n";
    RC_ASSERT(std::isnan(out[i]) == std::isnan(expected[i]));
    RC_ASSERT(std::isnan(out[i]) || std::abs(out[i] - expected[i]) < 1e-9);
  }
}

TEST(Measures, WeightsRepeatItems) {
  EXPECT_TRUE(rc::check([] {
    const auto stream = *rc::gen::inRange<std::uint64_t>(1, 1U << 20);
    auto grid = random_table(12, 4, 5, *rc::gen::element(0.0, 0.4), stream);
    auto weights =
        *rc::gen::container<std::vector<std::uint8_t>>(12, rc::gen::inRange<std::uint8_t>(0, 4));
    // Splits are of all who rated anything: in both tables the same.
    for (std::size_t i = 0; i < 4; ++i) grid.at(0, i) = static_cast<double>(stream % 3 + i % 2);
    weights[0] = std::max<std::uint8_t>(weights[0], 1);
    for (const auto& make : families(4)) check_repeated(make, grid, weights);
  }));
}

// All annotators rate all counted items the same, in numbers that binary can't hold.
TEST(Measures, AreUndefinedForConstantRatings) {
  RatingGrid grid{3, std::vector<double>(33, 0.1)};
  std::fill_n(grid.values.begin(), 3, 7.3);
  std::vector<std::uint8_t> weights(11, 2);
  weights[0] = 0;
  const Ratings ratings = ratings_of(grid);
  const std::set<std::string> defined{"mean",
                                      "median",
                                      "mean_of_items",
                                      "deviation_of_items",
                                      "deviation",
                                      "deviation_population",
                                      "percent_agreement"};
  for (const auto& make : families(3)) {
    const Measures measures = make(ratings);
    std::vector<double> found(measures.names.size());
    measures.at(weights, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(std::isnan(found[i]), !defined.contains(measures.names[i])) << measures.names[i];
    }
  }
}

TEST(Measures, TheSameBitsWhateverTheThreads) {
  const Ratings ratings = ratings_of(random_table(30, 6, 7, 0.2, 3));
  const auto keys = some_keys(30);
  for (const auto& make : families(6)) {
    const Measures measures = make(ratings);
    const auto found = values(measures, 30);
    const auto one = replicates(measures, found, keys, Resampler(1, 100, 1));
    const auto four = replicates(measures, found, keys, Resampler(1, 100, 4));
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(0, std::memcmp(one[i].data(), four[i].data(), one[i].size_bytes()))
          << measures.names[i];
    }
  }
}

TEST(Ratings, RefuseWhatIsNoRating) {
  EXPECT_THROW(Ratings(1, 1, {{0, 0, 1}, {0, 0, 2}}), Error);
  EXPECT_THROW(Ratings(1, 1, {{1, 0, 1}}), Error);
  EXPECT_THROW(Ratings(1, 1, {{0, 1, 1}}), Error);
  EXPECT_THROW(Ratings(1, 1, {{0, 0, kNaN}}), Error);
}

}  // namespace agreement_test
}  // namespace sonde
