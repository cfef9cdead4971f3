// Against what the published code of Set-like compositionality gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "base/testing/shared_data.h"
#include "probes/sets/threshold_grid.h"
#include "sonde/stats.h"
#include "statistics/measures/plane_projection.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace sets_golden_test {

constexpr std::size_t kTriples = 12, kDimension = 6, kColumns = 11;
constexpr double kTolerance = 1e-6;  // for angles in radians

class PublishedCriteria : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = shared_data("sets/published_criteria.json");
    if (lacks(path)) GTEST_SKIP() << kNoSharedData;
    told_ = ask_python("import json\nt = json.load(open('" + path.string() + R"('))
vectors = np.array([t['A'], t['B'], t['T']])
angles = np.array([[row[0] == 'In', *row[1:]] for row in t['compute_angles']])
pairs = [t[how][pair] for how in ('cos', 'nsed') for pair in ('T_A', 'T_B', 'A_B')]
grids = [[*np.ravel(c['bounds']), c['n_bins'], c['grid_points'],
          *[c['result'][k] for k in ('true_rows', 's1_true', 's2_true', 'false_rows')]]
         for c in (t['C1_own_bounds'], t['C1_wide_bounds'])]
answer = np.concatenate([np.ravel(x) for x in (vectors, angles, pairs, grids)])
)",
                       {});
    ASSERT_EQ(told_.size(), 3 * kTriples * kDimension + kTriples * kColumns + 6 * kTriples + 20);
  }

  std::vector<float> vector(std::size_t which, std::size_t triple) const {
    const auto begin = told_.begin() + std::ptrdiff_t((which * kTriples + triple) * kDimension);
    std::vector<float> numbers;
    std::transform(begin, begin + kDimension, std::back_inserter(numbers),
                   [](double number) { return static_cast<float>(number); });
    return numbers;
  }
  std::vector<float> a(std::size_t triple) const { return vector(0, triple); }
  std::vector<float> b(std::size_t triple) const { return vector(1, triple); }
  std::vector<float> t(std::size_t triple) const { return vector(2, triple); }
  std::span<const double> part(std::size_t first, std::size_t count) const {
    return std::span(told_).subspan(3 * kTriples * kDimension + first, count);
  }

  std::vector<double> told_;
};

TEST_F(PublishedCriteria, Angles) {
  constexpr double kDegree = std::numbers::pi / 180;
  for (std::size_t i = 0; i < kTriples; ++i) {
    const auto row = part(i * kColumns, kColumns);
    const PlaneProjection found = project(t(i), a(i), b(i));
    EXPECT_EQ(found.is_between(kDegree), row[0] == 1);
    EXPECT_NEAR(found.between / kDegree, row[1], kTolerance / kDegree);
    EXPECT_NEAR(found.to_a() / kDegree, row[2], kTolerance / kDegree);
    EXPECT_NEAR(found.to_b() / kDegree, row[3], kTolerance / kDegree);
    EXPECT_NEAR(found.norm_a, row[4], kTolerance);
    EXPECT_NEAR(found.norm_b, row[5], kTolerance);
    EXPECT_NEAR(found.norm_projection, row[6], kTolerance);
    EXPECT_NEAR(found.norm, row[7], kTolerance);
  }
}

TEST_F(PublishedCriteria, Similarities) {
  const auto told = part(kTriples * kColumns, 6 * kTriples);
  for (std::size_t i = 0; i < kTriples; ++i) {
    EXPECT_NEAR(cosine(t(i), a(i)), told[i], kTolerance);
    EXPECT_NEAR(cosine(t(i), b(i)), told[kTriples + i], kTolerance);
    EXPECT_NEAR(cosine(a(i), b(i)), told[2 * kTriples + i], kTolerance);
    EXPECT_NEAR(-negative_ned(t(i), a(i)), told[3 * kTriples + i], kTolerance);
    EXPECT_NEAR(-negative_ned(t(i), b(i)), told[4 * kTriples + i], kTolerance);
    EXPECT_NEAR(-negative_ned(a(i), b(i)), told[5 * kTriples + i], kTolerance);
  }
}

// The first has the ends of the differences themselves, which then tie with thresholds.
TEST_F(PublishedCriteria, SharesOverTheGrid) {
  std::vector<double> first, second;
  for (std::size_t i = 0; i < kTriples; ++i) {
    first.push_back(cosine(t(i), a(i)) - cosine(a(i), b(i)));
    second.push_back(cosine(t(i), b(i)) - cosine(a(i), b(i)));
  }
  const auto grid_of = [](std::span<const double> differences, std::span<const double> ends,
                          std::span<const double> told, bool own) {
    const auto [low, high] = std::ranges::minmax(differences);
    return ThresholdGrid::published(own ? low : ends[0], own ? high : ends[1],
                                    static_cast<std::size_t>(told[4]),
                                    static_cast<std::size_t>(told[5]));
  };
  for (const bool own : {true, false}) {
    const auto told = part(kTriples * kColumns + 6 * kTriples + (own ? 0 : 10), 10);
    const CaseShares found = case_shares(first, grid_of(first, told.first(2), told, own), second,
                                         grid_of(second, told.subspan(2, 2), told, own));
    EXPECT_NEAR(found.both, told[6], kTolerance);
    EXPECT_NEAR(found.first, told[7], kTolerance);
    EXPECT_NEAR(found.second, told[8], kTolerance);
    EXPECT_NEAR(found.neither, told[9], kTolerance);
  }
}

}  // namespace sets_golden_test
}  // namespace sonde
