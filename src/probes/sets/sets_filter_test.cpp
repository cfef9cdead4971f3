#include "probes/sets/sets_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "probes/probe_test.h"
#include "sonde/error.h"

namespace sonde {
namespace sets_filter_test {

namespace fs = std::filesystem;
using Settings = std::map<std::string, std::string>;

Settings settled(const std::string& text, const std::string& spec = "sets", Settings given = {}) {
  const fs::path file =
      fs::temp_directory_path() / ("sets-filter-" + std::to_string(::getpid()) + ".tsv");
  std::ofstream(file, std::ios::binary) << text;
  Card card;
  card.file = file;
  settle_filter(parse_spec(spec), card, given);
  fs::remove(file);
  return given;
}

const std::string kHeader = "prev\tcurr\tnext\ts1\ts2\tkept\n";
const std::string kRow = "a\tb\tc\td\te\t";

TEST(SetsFilter, MinilmIsNamedWhereNobodySaysWhatIsKept) {
  const Settings minilm{{"filter", "minilm"}};
  EXPECT_EQ(settled("prev\tcurr\tnext\ts1\ts2\na\tb\tc\td\te\n"), minilm);
  EXPECT_EQ(settled(kHeader + kRow + "\n" + kRow + " \n"), minilm);
  EXPECT_EQ(settled(kHeader + kRow + "no\n"), Settings());
  EXPECT_EQ(settled(kHeader + kRow + "\n" + kRow + "yes\n"), Settings());
  EXPECT_EQ(settled(kHeader), Settings());
  EXPECT_EQ(settled("complex\tsplit\na b\ta <::::> b\n"), Settings());
  EXPECT_EQ(settled("operator\tA\tB\ttarget\nunion\ta\tb\tc\n"), Settings());
}

TEST(SetsFilter, WhatIsGivenStands) {
  const std::string unsaid = kHeader + kRow + "\n";
  EXPECT_EQ(settled(unsaid, "sets?filter=none"), Settings());
  EXPECT_EQ(settled(unsaid, "sets", {{"filter", "kept"}}), (Settings{{"filter", "kept"}}));
}

TEST(SetsFilter, EncodersAndTheLimitAreThoseAskedFor) {
  EXPECT_EQ(test::probe("sets")->filter(), nullptr);
  EXPECT_EQ(test::probe("sets?filter=none")->filter(), nullptr);
  const auto probe = test::probe("sets?filter=minilm%2Brandom%3Fseed=2&filter_below=.5");
  EXPECT_THAT(probe->filter()->facts().encoders, testing::ElementsAre("minilm", "random?seed=2"));
  EXPECT_EQ(probe->filter()->facts().below, .5);
  EXPECT_EQ(test::probe("sets", {{"filter", "minilm"}})->filter()->facts().below, .25);
}

TEST(SetsFilter, ARowIsDroppedWhole) {
  const auto probe = test::probe("sets?filter=minilm");
  Record record{"1", {"a", "b", "c", "d", "e"}, {}, {"f", 2}};
  record.values.resize(12);
  Item item = probe->item(std::move(record));
  const auto pairs = probe->filter()->pairs(item);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(item.texts[pairs[0][0]].text + item.texts[pairs[0][1]].text, "ab");
  EXPECT_EQ(item.texts[pairs[1][0]].text + item.texts[pairs[1][1]].text, "bc");
  probe->filter()->drop(item);
  std::vector<std::string> labels;
  for (const auto& row : item.rows) labels.push_back(row.label);
  EXPECT_THAT(labels, testing::ElementsAre("overlap", "union:prev+curr", "union:curr+next"));
  EXPECT_EQ(item.texts.size(), 5U);
}

}  // namespace sets_filter_test
}  // namespace sonde
