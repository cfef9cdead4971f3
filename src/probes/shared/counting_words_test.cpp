#include "probes/shared/counting_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sonde {
namespace counting_words_test {

using testing::ElementsAre;

TEST(CountedWords, SplitNegations) {
  EXPECT_THAT(counted_words("It isn't Won\u2019t, can't CANNOT."),
              ElementsAre("it", "is", "not", "will", "not", "can", "not", "can", "not"));
  EXPECT_THAT(counted_words("n't don't"), ElementsAre("n't", "do", "not"));
  EXPECT_TRUE(counted_words(" ...").empty());
}

Item item(const std::vector<std::string>& texts, std::vector<Row> rows) {
  Item made;
  for (const auto& text : texts) made.texts.push_back({text, Side::kFirst});
  made.rows = std::move(rows);
  return made;
}

TEST(CountingWords, IsTheCosineOfCounts) {
  const auto probe = make_probe(parse_spec("triplets"), {});
  const auto measured = measured_by_counting_words(
      *probe, std::vector{item(
                  {"a b", "a a b", "c"},
                  {{"sim_s_plus", {0, 1}}, {"sim_s_star", {0, 2}}, {"sim_plus_star", {1, 2}}})});
  EXPECT_NEAR(measured[0][0], 3 / std::sqrt(10), 1e-7);
  EXPECT_EQ(measured[1][0], 0);
  EXPECT_EQ(measured[2][0], 0);
  EXPECT_NEAR(measured[0][1], 3 / std::sqrt(10), 1e-7);  // the margin
}

TEST(CountingWords, OfATextWithoutWordsAreUndefined) {
  const auto probe = make_probe(parse_spec("sts"), {});
  const auto measured =
      measured_by_counting_words(*probe, std::vector{item({"a", "?"}, {{"", {0, 1}}})});
  EXPECT_TRUE(std::isnan(measured[0][0]));
}

// `sets` measures vectors, one `standardize` fits the whole data set.
TEST(CountingWords, HaveVectorsButNoFit) {
  const auto sets = make_probe(parse_spec("sets"), {});
  const auto measured = measured_by_counting_words(
      *sets, std::vector{item({"a b", "b c", "b"}, {{"overlap", {0, 1, 2}}})});
  EXPECT_NEAR(measured[0][0], .5, 1e-7);
  const auto fitted = make_probe(parse_spec("sts?standardize=joint"), {});
  EXPECT_TRUE(std::isnan(
      measured_by_counting_words(*fitted, std::vector{item({"a", "a"}, {{"", {0, 1}}})})[0][0]));
}

}  // namespace counting_words_test
}  // namespace sonde
