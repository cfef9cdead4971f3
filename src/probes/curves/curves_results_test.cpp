#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "probes/curves/curves_test.h"
#include "probes/probe_test.h"
#include "sonde/error.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace curves_results_test {

using test::curves_items;
using test::find_result;
using test::frame_of;
using test::probe;
using ::testing::StartsWith;

// A subject's cosines, kind by kind.
struct Told {
  std::vector<Item> items;
  Frame frame;
  MatrixOf<double> values;
  std::vector<Table> tables() const { return {{"s", true, values.view()}}; }
};

Told told(const Probe& curves, int count) {
  Told told{curves_items(curves, count), {}, {}};
  told.frame = frame_of(told.items);
  told.values = MatrixOf<double>(told.frame.rows(), 1);
  for (std::size_t row = 0; row < told.frame.rows(); ++row) {
    const double noise = unit_interval(random_bits(1, 2, row));
    told.values[row][0] =
        told.frame.row_labels[row] == "fuzz" ? 0.99 - noise / 10 : 0.95 - noise / 5;
  }
  return told;
}

double deviation(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values)
    squares += std::pow(value - sum / static_cast<double>(values.size()), 2);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

TEST(CurvesResults, AreThoseOfTheSeparation) {
  const auto curves = probe("curves?bandwidth=scott&passed=10");
  const Told all = told(*curves, 50);
  std::vector<double> fuzz, negation;
  std::vector<std::uint32_t> fuzz_items, negation_items;
  for (std::size_t row = 0; row < all.frame.rows(); ++row) {
    const bool fuzzed = all.frame.row_labels[row] == "fuzz";
    (fuzzed ? fuzz : negation).push_back(all.values[row][0]);
    (fuzzed ? fuzz_items : negation_items).push_back(all.frame.item_of_row[row]);
  }
  const Separation expected =
      separation({fuzz, fuzz_items}, {negation, negation_items}, {{BandwidthRule::kScott}, 0.1});
  const auto results = curves->summarise(all.frame, all.tables(), Resampler(1, 200));
  const auto check = [&](const char* name, double value) {
    const Result& result = find_result(results, name);
    EXPECT_DOUBLE_EQ(result.value, value) << name;
    EXPECT_LE(result.low, result.value + 1e-12) << name;
    EXPECT_GE(result.high, result.value - 1e-12) << name;
    EXPECT_EQ(result.n, 50U);
    EXPECT_EQ(result.left_out, 0U);
  };
  check("overlap", expected.overlap);
  check("auc", expected.auc);
  check("threshold", expected.best.cosine);
  check("balanced_error", expected.best.balanced_error);
  check("threshold_at_fpr", expected.limit.cosine);
  check("tpr_at_fpr", expected.limit.true_positive_rate);
  check("fuzz_mean", expected.fuzzed_mean);
  check("negation_mean", expected.negated_mean);
  check("fuzz_sd", deviation(fuzz));
  check("negation_sd", deviation(negation));
  EXPECT_EQ(find_result(results, "overlap").better, Better::kLower);
  EXPECT_EQ(find_result(results, "auc").better, Better::kHigher);
  const auto series = curves->series(all.frame, all.tables());
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].name, "fuzz");
  EXPECT_EQ(series[1].name, "negation");
  EXPECT_EQ(series[1].values, expected.negated.shares);
  EXPECT_EQ(series[0].first, -1);
  EXPECT_DOUBLE_EQ(series[0].step, 0.001);
  EXPECT_EQ(series[0].values.size(), 2001U);
}

TEST(CurvesResults, LeavesOutItemsWithoutACosine) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  some.frame.left_out = {{"blank line", 3}};
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.item_of_row[row] == 7) some.values[row][0] = NAN;
    if (some.frame.item_of_row[row] == 8 && some.frame.row_labels[row] == "fuzz") {
      some.values[row][0] = NAN;
    }
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_EQ(overlap.n, 39U);
  EXPECT_EQ(overlap.left_out, 7U);
  EXPECT_EQ(overlap.why,
            (std::map<std::string, std::size_t>{
                {"blank line", 3},
                {"undefined similarity", 1},
                {"undefined similarity of a variant, of an original that counts", 3}}));
  EXPECT_FALSE(std::isnan(overlap.value));
  const Scores scores = curves->scores(some.frame, some.tables()[0]);
  EXPECT_TRUE(std::isnan(scores.values[7]) && std::isnan(scores.values[8]));
  EXPECT_GT(scores.values[9], 0);
  EXPECT_EQ(scores.passes_above, 0);
}

// A scorer may rate from 0 to 5. Half precision rounds a cosine of 1 up to 1.004.
TEST(CurvesResults, OfAnotherScaleAreNone) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  some.values[0][0] = 1.005;
  const auto summarised = [&] {
    return curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  };
  EXPECT_FALSE(std::isnan(find_result(summarised(), "overlap").value));
  some.values[0][0] = 1.02;
  const auto results = summarised();
  EXPECT_TRUE(std::isnan(find_result(results, "overlap").value));
  EXPECT_TRUE(find_result(results, "overlap")
                  .why.contains("no curve of fuzz: similarities beyond -1 and 1"));
  EXPECT_FALSE(std::isnan(find_result(results, "auc").value));
  const auto series = curves->series(some.frame, some.tables());
  EXPECT_TRUE(std::isnan(series[0].values[1000]) && !std::isnan(series[1].values[1000]));
}

// Nine originals have a fuzzed variant with a cosine.
TEST(CurvesResults, CountOriginalsKindByKind) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.item_of_row[row] >= 9 && some.frame.row_labels[row] == "fuzz") {
      some.values[row][0] = NAN;
    }
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping());
  for (const std::string name : {"fuzz_mean", "fuzz_sd", "overlap", "auc", "balanced_error"}) {
    const Result& found = find_result(results, name);
    EXPECT_FALSE(std::isnan(found.value)) << name;
    EXPECT_TRUE(found.why.contains(kNoInterval)) << name;
    EXPECT_EQ(found.replicates.items, 9U) << name;
    EXPECT_EQ(found.n, name.starts_with("fuzz") ? 9U : 40U) << name;
    EXPECT_EQ(found.left_out, name.starts_with("fuzz") ? 31U : 93U) << name;
  }
  for (const auto* name : {"negation_mean", "negation_sd", "threshold_at_fpr"}) {
    EXPECT_EQ(find_result(results, name).n, 40U) << name;
    EXPECT_EQ(find_result(results, name).left_out, 0U) << name;
    EXPECT_FALSE(std::isnan(find_result(results, name).low)) << name;
  }
}

// The rows of each kind together, and those without a cosine after them.
Told sorted(const Told& told) {
  std::array<std::vector<std::size_t>, 3> rows;
  for (std::size_t row = 0; row < told.frame.rows(); ++row) {
    rows.at(std::isnan(told.values[row][0]) ? 2 : told.frame.row_labels.code(row)).push_back(row);
  }
  Told other{told.items, told.frame, MatrixOf<double>(told.frame.rows(), 1)};
  other.frame.item_of_row.clear();
  CodedTexts labels;
  for (const auto& part : rows) {
    for (const std::size_t row : part) {
      other.values[other.frame.item_of_row.size()][0] = told.values[row][0];
      other.frame.item_of_row.push_back(told.frame.item_of_row[row]);
      labels.push_back(told.frame.row_labels[row]);
    }
  }
  other.frame.row_labels = labels;
  return other;
}

// Undefined for two originals, for the first kind of a third, and for one of the kinds if not
// `both`.
Told with_undefined_rows(Told told, bool both) {
  for (std::size_t row = 0; row < told.frame.rows(); ++row) {
    const bool fuzzed = told.frame.row_labels[row] == "fuzz";
    const auto item = told.frame.item_of_row[row];
    const bool undefined = item == 7 || item == 39 || (item == 8 && fuzzed);
    if (undefined || !(both || fuzzed)) told.values[row][0] = NAN;
  }
  return told;
}

bool is_same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

void expect_same(const std::vector<Result>& a, const std::vector<Result>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(is_same(a[i].value, b[i].value) && is_same(a[i].low, b[i].low)) << a[i].name;
    EXPECT_TRUE(std::ranges::equal(a[i].replicates.values, b[i].replicates.values, is_same));
    EXPECT_EQ(a[i].replicates.items, b[i].replicates.items);
    EXPECT_EQ(a[i].n, b[i].n);
    EXPECT_EQ(a[i].why, b[i].why);
  }
}

TEST(CurvesResults, OfSortedRowsAreTheSame) {
  const auto curves = probe("curves");
  for (const bool both_kinds : {true, false}) {
    const Told some = with_undefined_rows(told(*curves, 40), both_kinds);
    const Told other = sorted(some);
    expect_same(curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping()),
                curves->summarise(other.frame, other.tables(), Resampler(1, 50).keeping()));
  }
}

// Ten originals whose kinds are apart: few others overlap, not none.
TEST(CurvesResults, HaveIntervalsWhereReplicatesDoNotVary) {
  const auto curves = probe("curves");
  Told some = told(*curves, 10);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "negation") some.values[row][0] -= 0.7;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping());
  for (const auto* name :
       {"overlap", "balanced_error", "false_negative_rate", "false_positive_rate"}) {
    EXPECT_EQ(find_result(results, name).low, 0) << name;
    EXPECT_EQ(find_result(results, name).high, wilson(0, 10).high) << name;
    EXPECT_EQ(find_result(results, name).replicates.scale, Scale::kBounded) << name;
  }
  EXPECT_EQ(find_result(results, "auc").low, wilson(10, 10).low);
  EXPECT_EQ(find_result(results, "auc").high, 1);
}

TEST(CurvesResults, HaveNoIntervalOfAnErrorThatIsHalfInAllReplicates) {
  const auto curves = probe("curves");
  Told some = told(*curves, 12);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "fuzz") some.values[row][0] -= 0.7;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& error = find_result(results, "balanced_error");
  EXPECT_EQ(error.value, 0.5);
  EXPECT_TRUE(std::isnan(error.low) && std::isnan(error.high));
  EXPECT_TRUE(error.why.contains("no interval of balanced_error: the same in all replicates"));
}

TEST(CurvesResults, SaysWhyThereIsNoCurve) {
  const auto curves = probe("curves");
  Told some = told(*curves, 12);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "fuzz") some.values[row][0] = 1;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_TRUE(std::isnan(overlap.value) && std::isnan(overlap.low));
  ASSERT_EQ(overlap.why.size(), 1U);
  EXPECT_THAT(overlap.why.begin()->first, StartsWith("no curve of fuzz: "));
  EXPECT_EQ(overlap.why.begin()->second, 0U);
  EXPECT_EQ(find_result(results, "auc").value, 1);
  EXPECT_TRUE(std::isnan(curves->series(some.frame, some.tables())[0].values[1000]));
}

TEST(CurvesResults, SaysWhyAnOverlapHasNoInterval) {
  const auto curves = probe("curves?bandwidth=0.0003");  // needs more bins than there may be
  const Told some = told(*curves, 50);
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_FALSE(std::isnan(overlap.value));
  EXPECT_TRUE(std::isnan(overlap.low));
  EXPECT_TRUE(overlap.why.contains("no interval of overlap: undefined in most replicates"));
  EXPECT_TRUE(find_result(results, "auc").why.empty());
}

TEST(CurvesResults, OneSentenceHasValuesButNoInterval) {
  const auto curves = probe("curves");
  const Told one = told(*curves, 1);
  const auto results = curves->summarise(one.frame, one.tables(), Resampler(1, 50));
  EXPECT_FALSE(std::isnan(find_result(results, "overlap").value));
  EXPECT_TRUE(std::isnan(find_result(results, "overlap").low));
}

TEST(CurvesResults, ForeignMeasurementsAreRefused) {
  const auto curves = probe("curves");
  Told some = told(*curves, 3);
  some.frame.row_labels.resize(some.frame.rows() - 1);
  some.frame.row_labels.push_back("typo");
  EXPECT_THROW(curves->summarise(some.frame, some.tables(), Resampler(1, 50)), Error);
  Told other = told(*curves, 3);
  other.values = MatrixOf<double>(2, 1);
  EXPECT_THROW(curves->summarise(other.frame, other.tables(), Resampler(1, 50)), Error);
}

}  // namespace curves_results_test
}  // namespace sonde
