// Against the Python packages krippendorff and pingouin: tools/golden/make_golden_agreement.py.
#include "statistics/agreement/intraclass.h"
#include "statistics/agreement/krippendorff.h"
#include "statistics/agreement/testing/rated.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace agreement_golden_test {

struct Golden {
  RatingGrid grid;
  std::vector<double> alpha, icc;
};

// Each case: items, annotators, the ratings, four alphas, whether there are ICCs, and three.
std::vector<Golden> golden_cases() {
  const auto told = ask_python(R"(
import json
answer = []
for case in json.load(open(')" SONDE_SOURCE_DIR
                               R"(/tests/golden/agreement/agreement.json'))['cases']:
    rows = case['ratings']
    answer += [len(rows), len(rows[0])] + [x for row in rows for x in row] + case['alpha']
    answer += [1] + case['icc'] if 'icc' in case else [0]
answer = [np.nan if x is None else x for x in answer]
)",
                               {});
  std::vector<Golden> cases;
  for (std::size_t at = 0; at < told.size();) {
    const auto take = [&](std::size_t count) {
      at += count;
      return std::vector<double>(told.begin() + static_cast<std::ptrdiff_t>(at - count),
                                 told.begin() + static_cast<std::ptrdiff_t>(at));
    };
    const auto items = static_cast<std::size_t>(take(1)[0]);
    const auto annotators = static_cast<std::size_t>(take(1)[0]);
    Golden golden{{annotators, take(items * annotators)}, take(4), {}};
    if (take(1)[0] > 0) golden.icc = take(3);
    cases.push_back(std::move(golden));
  }
  return cases;
}

TEST(Krippendorff, AgreesWithThePackage) {
  const auto cases = golden_cases();
  ASSERT_EQ(cases.size(), 48U);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(i);
    const Ratings ratings = ratings_of(cases[i].grid);
    const auto found = values(krippendorff(ratings), ratings.items());
    for (std::size_t level = 0; level < 3; ++level) {
      expect_near_or_nan(found[level], cases[i].alpha[level], 1e-10);
    }
    const auto ratio = krippendorff_ratio(ratings);
    expect_near_or_nan(value_of(ratio, "alpha_ratio", ratings.items()), cases[i].alpha[3], 1e-10);
  }
}

TEST(Intraclass, AgreesWithPingouin) {
  std::size_t complete = 0;
  for (const auto& golden : golden_cases()) {
    if (golden.icc.empty()) continue;
    SCOPED_TRACE(++complete);
    const Ratings ratings = ratings_of(golden.grid);
    const auto two_way = values(intraclass_two_way(ratings), ratings.items());
    const auto one_way = values(intraclass_one_way(ratings), ratings.items());
    expect_near_or_nan(one_way[0], golden.icc[0], 1e-10);
    expect_near_or_nan(two_way[0], golden.icc[1], 1e-10);
    expect_near_or_nan(two_way[1], golden.icc[2], 1e-10);
  }
  EXPECT_EQ(complete, 17U);
}

}  // namespace agreement_golden_test
}  // namespace sonde
