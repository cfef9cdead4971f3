#include "probes/sets/threshold_ends.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probes/probe_test.h"
#include "sonde/error.h"

namespace sonde {
namespace threshold_ends_test {

using testing::ElementsAre;
using testing::IsEmpty;

Result end(const std::string& name, double value, const std::string& slice = "all") {
  Result result;
  result.slice = slice;
  result.name = name;
  result.value = value;
  return result;
}

TEST(SetsEnds, EachOperatorNeedsItsOwn) {
  EXPECT_THAT(ends_needed(SetOperator::kOverlap),
              ElementsAre("c1.cosine.e1", "c1.cosine.e2", "c1.ned.e1", "c1.ned.e2"));
  EXPECT_THAT(ends_needed(SetOperator::kDifference),
              ElementsAre("c3.cosine.e1", "c3.cosine.e2", "c4.cosine.e1", "c3.ned.e1", "c3.ned.e2",
                          "c4.ned.e1"));
  EXPECT_THAT(ends_needed(SetOperator::kUnion), IsEmpty());
}

TEST(SetsEnds, AreThoseOfTheResultsOfAllItems) {
  const std::vector<Result> results{
      end("c1.cosine.e1_low", -.25),  end("c1.cosine.e1_high", 1 / 3.), end("c1.dot.e1_low", 1),
      end("c1.dot.e1_high", 2),       end("c1.cosine.e2_low", NAN),     end("c1.cosine.e2_high", 1),
      end("c4.ned.e1_low", 2, "a=b"), end("c4.ned.e1_high", 3, "a=b"),  end("c3.cosine.e1_low", 1),
      end("c3.cosine.e1_high", 0),    end("c1.cosine.margin1_mean", 1), end("c2", 1)};
  const GridEnds ends = ends_of(results);
  EXPECT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends_text(ends), "c1.cosine.e1 -0.25:0.3333333333333333");
  const GridEnds again = parse_ends(ends_text(ends));
  EXPECT_EQ(again.at("c1.cosine.e1").low, -.25);
  EXPECT_EQ(again.at("c1.cosine.e1").high, 1 / 3.);
}

TEST(SetsEnds, RefusesWhatNoRunWrote) {
  EXPECT_THAT(parse_ends(""), IsEmpty());
  EXPECT_EQ(parse_ends("c1.ned.e1 0:1, c1.ned.e2 -1:0").size(), 2U);
  for (const char* bad : {"c1.ned.e1", "c1.ned.e1 0", "c1.ned.e1 0:x", "c1.dot.e1 0:1", ",", "x"}) {
    EXPECT_THROW(parse_ends(bad), Error) << bad;
  }
  EXPECT_THROW(test::probe("sets?grid_range=a.sonde"), Error);
  EXPECT_THROW(test::probe("sets?grid_range=a.sonde", {{"grid_ends", "x"}}), Error);
  EXPECT_NO_THROW(test::probe("sets?grid_range=a.sonde", {{"grid_ends", "c1.ned.e1 0:1"}}));
}

}  // namespace threshold_ends_test
}  // namespace sonde
