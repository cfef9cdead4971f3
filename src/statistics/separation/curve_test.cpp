#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/testing/shared_data.h"
#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"
#include "statistics/measures/testing/shapes.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace curve_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(Curve, HasSharesThatSumToOneOnTheGrid) {
  const Curve curve = sonde::curve(normal(200, 1, 0.7, 0.1));
  ASSERT_EQ(curve.shares.size(), kCurvePoints);
  EXPECT_NEAR(sum(curve.shares), 1, 1e-12);
  EXPECT_EQ(curve_point(0), -1);
  EXPECT_EQ(curve_point(1000), 0);
  EXPECT_EQ(curve_point(2000), 1);
}

// Few values are summed one by one, many in bins.
TEST(Curve, IsScipysOnOtherGrids) {
  for (const std::size_t n : {30UL, 40'000UL}) {
    const auto values = normal(n, 4, 0.8, 0.1);
    const auto theirs = ask_python(R"(
from scipy.stats import gaussian_kde
kernel = gaussian_kde(given, bw_method=0.2)
curves = [kernel(np.linspace(*ends)) for ends in ((-1, 1, 401), (.5, 1, 301), (.79, .81, 11))]
answer = np.concatenate([c / c.sum() for c in curves])
)",
                                   values);
    std::size_t at = 0;
    for (const CurveGrid grid :
         {CurveGrid{-1, 1, 401}, CurveGrid{.5, 1, 301}, CurveGrid{.79, .81, 11}}) {
      for (const double share : curve_on(values, grid).shares) {
        ASSERT_NEAR(share, theirs[at], 1e-5 * theirs[at] + 1e-9) << n << " at " << at;
        ++at;
      }
    }
    EXPECT_EQ(at, theirs.size());
  }
}

TEST(Curve, OnAnotherGridIsUndefinedWhereTheFirstIs) {
  const CurveGrid grid{.9, 1, 11};
  EXPECT_EQ(curve_on(std::vector{.5}, grid).undefined, NoCurve::kTooFew);
  EXPECT_EQ(curve_on(std::vector{.5, .5}, grid).undefined, NoCurve::kConstant);
  EXPECT_EQ(curve_on(std::vector{.5, .5001}, grid).undefined, NoCurve::kOffGrid);
  EXPECT_EQ(curve_on(normal(10'000, 1, -.5, .001), grid).undefined, NoCurve::kOffGrid);
  EXPECT_THROW(curve_on(std::vector{.5, .6}, {1, 1, 11}), Error);
  EXPECT_THROW(curve_on(std::vector{.5, .6}, {0, kNaN, 11}), Error);
  EXPECT_THROW(curve_on(std::vector{.5, .6}, {0, 1, 1}), Error);
}

TEST(Curve, IsScipysOnTheGrid) {
  const auto values = normal(300, 2, 0.7, 0.1);
  const auto theirs = ask_python(R"(
from scipy.stats import gaussian_kde
grid = np.linspace(-1, 1, 2001)
curves = [gaussian_kde(given, bw_method=how)(grid) for how in (0.2, 'scott', 'silverman')]
answer = np.concatenate([c / c.sum() for c in curves])
)",
                                 values);
  ASSERT_EQ(theirs.size(), 3 * kCurvePoints);
  const Bandwidth rules[] = {{}, {BandwidthRule::kScott}, {BandwidthRule::kSilverman}};
  for (std::size_t rule = 0; rule < 3; ++rule) {
    const Curve exact = exact_curve(values, rules[rule]), fast = curve(values, rules[rule]);
    for (std::size_t i = 0; i < kCurvePoints; ++i) {
      const double expected = theirs[rule * kCurvePoints + i];
      ASSERT_NEAR(exact.shares[i], expected, 1e-14) << rule << " at " << curve_point(i);
      ASSERT_NEAR(fast.shares[i], expected, 1e-7) << rule << " at " << curve_point(i);
    }
  }
}

// The published implementation's overlaps: 10 numbers of each list, then a row a case.
TEST(Curve, OverlapIsThePublishedImplementations) {
  const auto published = shared_data("curves/published_overlaps.json");
  if (lacks(published)) GTEST_SKIP() << kNoSharedData;
  const auto told = ask_python("import json\ntold = json.load(open('" + published.string() + R"('))
answer = [v for name in 'ABCD' for v in told['inputs'][name]]
for case in told['overlap']:
    answer += ['ABCD'.index(case['x']), 'ABCD'.index(case['y']), case['kernel_width'] or 0,
               case['resolution'], case['overlap']]
)",
                               {});
  ASSERT_EQ(told.size(), 40U + 24 * 5);
  for (std::size_t at = 40; at < told.size(); at += 5) {
    const double factor = told[at + 2];
    const Bandwidth bandwidth =
        factor == 0 ? Bandwidth{BandwidthRule::kScott} : Bandwidth{BandwidthRule::kFactor, factor};
    const auto points = static_cast<std::size_t>(2 * told[at + 3]) + 1;
    const auto of = [&](double list) {
      return exact_curve(std::span(told).subspan(static_cast<std::size_t>(10 * list), 10),
                         bandwidth, points);
    };
    EXPECT_NEAR(overlap(of(told[at]), of(told[at + 1])), told[at + 4], 1e-12) << at;
  }
}

TEST(Curve, OverlapOfTheFastIsThatOfTheExact) {
  for (const auto& shape : shapes()) {
    for (const double factor : {0.2, 0.05}) {
      const Bandwidth bandwidth{BandwidthRule::kFactor, factor};
      const double fast = overlap(curve(shape.a, bandwidth), curve(shape.b, bandwidth));
      const double exact =
          overlap(exact_curve(shape.a, bandwidth), exact_curve(shape.b, bandwidth));
      EXPECT_NEAR(fast, exact, 1e-5) << shape.name << ", factor " << factor;
      EXPECT_FALSE(std::isnan(exact)) << shape.name;
    }
  }
}

TEST(Curve, DoesNotWrapAround) {
  std::vector<double> values(3000, 1);  // the curve is cut at 1
  values = both(values, normal(3000, 6, 0.9, 0.01));
  const Curve fast = curve(values, {BandwidthRule::kFactor, 4});
  const Curve exact = exact_curve(values, {BandwidthRule::kFactor, 4});
  for (std::size_t i = 0; i < kCurvePoints; ++i) ASSERT_NEAR(fast.shares[i], exact.shares[i], 1e-7);
}

TEST(Curve, TakesValuesBeyondTheGrid) {
  const std::vector<double> values{1.0000001, 1.0000002, 0.9999, -1.0000001, 1.2};
  EXPECT_NEAR(overlap(curve(values), exact_curve(values)), 1, 1e-5);
}

TEST(Curve, OfManyValuesMostlyBeyondTheGrid) {
  auto values = normal(3000, 3, 3, 0.5);
  EXPECT_NEAR(overlap(curve(values), exact_curve(values)), 1, 1e-9);
}

TEST(Curve, IsUndefinedForFewConstantAndFarValues) {
  const auto why = [](const std::vector<double>& values) { return curve(values).undefined; };
  EXPECT_EQ(why({}), NoCurve::kTooFew);
  EXPECT_EQ(why({0.5}), NoCurve::kTooFew);
  EXPECT_EQ(why({0.5, 0.5, 0.5}), NoCurve::kConstant);
  EXPECT_EQ(why({1, 1 - 1e-16, 1 + 3e-16}), NoCurve::kConstant);
  EXPECT_EQ(why({0.00049, 0.00051}), NoCurve::kOffGrid);
  EXPECT_EQ(why({7, 8}), NoCurve::kOffGrid);
  EXPECT_EQ(why({0.00049, 0.00151}), NoCurve::kDefined);
  EXPECT_EQ(exact_curve(std::vector<double>{0.00049, 0.00051}).undefined, NoCurve::kOffGrid);
  EXPECT_TRUE(std::isnan(curve(std::vector<double>{0.5}).shares[7]));
  EXPECT_NE(reason(NoCurve::kOffGrid), reason(NoCurve::kConstant));
}

TEST(Curve, OverlapWithAnUndefinedOneIsUndefined) {
  const Curve defined = curve(normal(20, 4, 0.5, 0.1)), none = curve(std::vector<double>{0.5});
  EXPECT_TRUE(std::isnan(overlap(defined, none)));
  EXPECT_TRUE(std::isnan(overlap(none, defined)));
  EXPECT_THROW(overlap(defined, exact_curve(normal(20, 4, 0.5, 0.1), {}, 201)), Error);
}

TEST(Curve, RefusesValuesAndBandwidthsThatAreNoNumbers) {
  const std::vector<double> values{0.1, 0.2};
  for (const double factor : {0.0, -1.0, kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(curve(values, {BandwidthRule::kFactor, factor}), Error) << factor;
  }
  EXPECT_THROW(curve(std::vector<double>{0.1, kNaN}), Error);
  EXPECT_THROW(curve(std::vector<double>{0.1, std::numeric_limits<double>::infinity()}), Error);
}

TEST(Curve, SurvivesExtremeWidths) {
  const auto values = normal(100, 5, 0.5, 0.1);
  for (const double factor : {1e-300, 1e-9, 1e-3, 1.0, 1e3, 1e9, 1e300}) {
    const Bandwidth bandwidth{BandwidthRule::kFactor, factor};
    const Curve fast = curve(values, bandwidth), exact = exact_curve(values, bandwidth);
    ASSERT_EQ(fast.undefined, exact.undefined) << factor;
    if (exact.undefined != NoCurve::kDefined) continue;
    EXPECT_NEAR(overlap(fast, exact), 1, 1e-5) << factor;
  }
}

}  // namespace curve_test
}  // namespace sonde
