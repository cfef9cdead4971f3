#include "probes/sets/sets_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "probes/probe_test.h"
#include "sonde/error.h"

namespace sonde {
namespace sets_layout_test {

using testing::ElementsAre;
using testing::HasSubstr;

using Cells = std::map<std::string, std::string>;

Record record(const Cells& cells) {
  Record one{"7", {}, {}, {"f", 3}};
  const auto fields = sets_fields();
  for (const auto& field : fields) {
    const auto found = cells.find(field.name);
    one.values.push_back(found == cells.end() ? "" : found->second);
  }
  return one;
}

Item item(const Cells& cells, SetsFilter filter = SetsFilter::kKept) {
  return sets_item(record(cells), sets_fields(), filter);
}

std::string error_of(const Cells& cells, SetsFilter filter = SetsFilter::kKept) {
  try {
    item(cells, filter);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const Cells kBase{{"prev", "It rained."},           {"curr", "Ann slept."},
                  {"next", "A bus came."},          {"s1", "It rained as Ann slept."},
                  {"s2", "Ann slept; a bus came."}, {"kept", "yes"}};
const Cells kDirect{{"operator", "union"},
                    {"A", "It rained."},
                    {"B", "Ann slept."},
                    {"target", "It rained as Ann slept."}};
const Cells kSplit{{"complex", "It rained as Ann slept ."},
                   {"split", "It rained . <::::> Ann slept ."}};

Cells with(Cells cells, const std::string& name, const std::string& value) {
  cells[name] = value;
  return cells;
}

// Samples as people write them: (A, B) target.
std::vector<std::string> samples(const Item& item) {
  std::vector<std::string> told;
  for (const auto& row : item.rows) {
    EXPECT_EQ(row.at.size(), 3U);
    const auto text = [&](std::size_t at) { return item.texts.at(row.at.at(at)).text; };
    told.push_back(row.label + ": (" + text(0) + ", " + text(1) + ") " + text(2));
  }
  return told;
}

// Section 5 of the paper.
TEST(SetsLayout, ABaseRowGivesNineSamples) {
  const Cells letters{{"prev", "p"}, {"curr", "c"}, {"next", "n"},
                      {"s1", "s1"},  {"s2", "s2"},  {"kept", "yes"}};
  const Item made = item(letters);
  EXPECT_THAT(samples(made),
              ElementsAre("overlap: (s1, s2) c", "difference:s1-prev: (s1, p) c",
                          "difference:s1-curr: (s1, c) p", "difference:s1-s2: (s1, s2) p",
                          "difference:s2-next: (s2, n) c", "difference:s2-curr: (s2, c) n",
                          "difference:s2-s1: (s2, s1) n", "union:prev+curr: (p, c) s1",
                          "union:curr+next: (c, n) s2"));
  EXPECT_TRUE(made.texts[2].original);
  EXPECT_FALSE(made.texts[3].original);
}

TEST(SetsLayout, DifferencesAreAskedOfKeptRows) {
  EXPECT_EQ(item(with(kBase, "kept", "no")).rows.size(), 3U);
  EXPECT_EQ(item(with(kBase, "kept", "no"), SetsFilter::kNone).rows.size(), 9U);
  EXPECT_EQ(item(with(kBase, "kept", ""), SetsFilter::kNone).rows.size(), 9U);
  EXPECT_THAT(error_of(with(kBase, "kept", "")),
              HasSubstr("f:3: does not state whether its differences"));
  EXPECT_THAT(error_of(with(kBase, "kept", "maybe")), HasSubstr("'maybe' is neither yes nor no"));
  EXPECT_EQ(item(with(kSplit, "kept", "no")).rows.size(), 1U);
}

TEST(SetsLayout, EncodersAreAskedOfNeighboursAlone) {
  EXPECT_EQ(item(with(kBase, "kept", "no"), SetsFilter::kEncoders).rows.size(), 9U);
  EXPECT_EQ(item(with(kBase, "kept", ""), SetsFilter::kEncoders).rows.size(), 9U);
  for (const Cells& cells : {kDirect, kSplit}) {
    EXPECT_THAT(error_of(cells, SetsFilter::kEncoders), HasSubstr("f:3: has no neighbours"));
  }
}

TEST(SetsLayout, OneSampleOfAnOperator) {
  EXPECT_THAT(samples(item(kDirect)),
              ElementsAre("union: (It rained., Ann slept.) It rained as Ann slept."));
  const Cells difference = with(kDirect, "operator", "difference");
  EXPECT_EQ(item(difference).rows.front().label, "difference");
  EXPECT_EQ(item(with(difference, "kept", "no")).left_out, "not kept for differences");
  EXPECT_THAT(error_of(with(kDirect, "operator", "minus")),
              HasSubstr("f:3: unknown operator 'minus' (column operator, item 7)"));
}

TEST(SetsLayout, TwoHalvesOfASentence) {
  EXPECT_THAT(
      samples(item(kSplit)),
      ElementsAre("difference:complex-first: (It rained as Ann slept ., It rained .) Ann slept .",
                  "difference:complex-second: (It rained as Ann slept ., Ann slept .) It rained .",
                  "union:first+second: (It rained ., Ann slept .) It rained as Ann slept ."));
  EXPECT_THAT(error_of(with(kSplit, "split", "It rained .")), HasSubstr("not two sentences"));
  EXPECT_THAT(error_of(with(kSplit, "split", "a <::::> b <::::> c")),
              HasSubstr("not two sentences"));
  EXPECT_THAT(error_of(with(kSplit, "split", "a <::::>  ")), HasSubstr("an empty sentence"));
}

TEST(SetsLayout, TheSameLettersAreLeftOut) {
  EXPECT_EQ(item(with(kBase, "curr", "it RAINED!")).left_out,
            "prev and curr are the same letters and digits");
  EXPECT_EQ(item(with(kBase, "next", "Ann, slept")).left_out,
            "curr and next are the same letters and digits");
  EXPECT_EQ(item(with(kBase, "next", "It rained")).left_out, "");
  EXPECT_EQ(item(with(kSplit, "complex", "it rained")).left_out,
            "complex and first half are the same letters and digits");
  EXPECT_NE(item(with(with(kBase, "prev", "É 1"), "curr", "e\u0301 1")).left_out, "");
  EXPECT_EQ(item(with(with(kBase, "prev", "E 1"), "curr", "E 2")).left_out, "");
}

TEST(SetsLayout, ATargetThatIsAOrBIsLeftOut) {
  EXPECT_EQ(item(with(kDirect, "target", "It rained.")).left_out,
            "target and A are the same sentence");
  EXPECT_EQ(item(with(kDirect, "target", "Ann slept.")).left_out,
            "target and B are the same sentence");
  const Item base = item(with(kBase, "s1", "It rained."));
  EXPECT_THAT(base.left_out, HasSubstr("are the same sentence"));
  EXPECT_TRUE(base.at_fault);
  EXPECT_FALSE(item(kBase).at_fault);
}

TEST(SetsLayout, RefusesBadRows) {
  for (const char* column : {"prev", "curr", "next", "s1", "s2"}) {
    EXPECT_THAT(error_of(with(kBase, column, " ")),
                HasSubstr(std::string("f:3: an empty sentence (column ") + column));
  }
  EXPECT_THAT(error_of(with(kDirect, "B", "")), HasSubstr("an empty sentence (column B"));
  EXPECT_THAT(error_of({}), HasSubstr("a row without sentences"));
}

TEST(SetsOptions, RefusesWhatItDoesNotKnow) {
  for (const char* bad :
       {"sets?grid=odd", "sets?grid=published:1:2", "sets?grid=published:3", "sets?grid_range=1",
        "sets?grid_range=1:0", "sets?grid_range=nan:1", "sets?filter=minilm%2B",
        "sets?filter_below=2", "sets?theta=-1", "sets?tolerance=200", "sets?theta3=1"}) {
    EXPECT_THROW(test::probe(bad), Error) << bad;
  }
  EXPECT_NO_THROW(test::probe("sets?grid=published:11:22&grid_range=-1:1&filter=none"));
  EXPECT_NO_THROW(test::probe("sets", {{"filter", "none"}}));
  EXPECT_THROW(test::probe("sets", {{"filter", "words:some.txt"}}), Error);
}

}  // namespace sets_layout_test
}  // namespace sonde
