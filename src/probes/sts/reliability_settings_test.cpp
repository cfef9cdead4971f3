#include "probes/sts/reliability_settings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sonde/error.h"

namespace sonde {
namespace reliability_settings_test {

using Settings = std::map<std::string, std::string>;

std::vector<Result> ceilings(const Settings& settings, const std::vector<Slice>& slices) {
  std::vector<Result> results;
  Frame frame;
  frame.dataset = "pairs";
  NoiseCeilings(settings).add_to(results, frame, slices);
  return results;
}

TEST(NoiseCeilings, AreRootsOfTheReliability) {
  const auto results = ceilings({{"reliability", "0.81"}}, {{"all", {0, 1, 2}}, {"kind=a", {1}}});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_DOUBLE_EQ(results[0].value, 0.9);
  EXPECT_TRUE(std::isnan(results[0].low));
  EXPECT_EQ(results[0].subject, "data");
  EXPECT_EQ(results[0].name, "noise_ceiling");
  EXPECT_EQ(results[0].dataset, "pairs");
  EXPECT_EQ(results[0].n, 3U);
}

TEST(NoiseCeilings, HaveTheirIntervalsAndSlices) {
  const Reliability known{0.64, -0.01, 0.81, 40, 2};
  const auto results =
      ceilings({{reliability_key("kind=a b"), reliability_text(known)}}, {{"kind=a b", {1}}});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_DOUBLE_EQ(results[0].value, 0.8);
  EXPECT_EQ(results[0].low, 0);
  EXPECT_DOUBLE_EQ(results[0].high, 0.9);
  EXPECT_EQ(results[0].n, 40U);
  EXPECT_EQ(results[0].left_out, 2U);
  EXPECT_EQ(results[0].why.at("not rated by both halves"), 2U);
}

TEST(NoiseCeilings, AreUndefinedBelowZeroAndWhereTheReliabilityIs) {
  for (const double value : {-0.2, std::nan("")}) {
    const auto results = ceilings({{"reliability", reliability_text({value})}}, {{"all", {0}}});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_TRUE(std::isnan(results[0].value));
  }
}

TEST(NoiseCeilings, RefuseWhatIsNoReliability) {
  for (const char* text :
       {"", "high", "1.5", "-0.5", "nan", "0.9 ", "0.9x", "1 2 3", "1 1 1 -1 0"}) {
    try {
      NoiseCeilings(Settings{{"reliability", text}});
      ADD_FAILURE() << "'" << text << "' was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_EQ(error.place().column, "reliability");
    }
  }
  EXPECT_NO_THROW(NoiseCeilings(Settings{{"reliable", "x"}, {"reliability", "1"}}));
}

}  // namespace reliability_settings_test
}  // namespace sonde
