#include "workshop/makers/rule_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/card.h"
#include "workshop/makers/made_card.h"

namespace sonde {
namespace rule_counts_test {

using testing::ElementsAre;

RuleCounts some_counts() {
  RuleCounts counts;
  counts.add_made("passive");
  counts.add_refused("passive", {"7", "It rained."}, true, "idiom");
  counts.add_refused("passive", {"8", "Rain."}, false, "no statement");
  counts.add_refused("passive", {"9", "It took place."}, true, "idiom");
  counts.add_refused("passive", {"10", "It hailed."}, true, "negated");
  return counts;
}

TEST(RuleCounts, AddUp) {
  const auto counts = some_counts().counts()["passive"];
  EXPECT_EQ(counts["asked"], 5);
  EXPECT_EQ(counts["eligible"], 4);
  EXPECT_EQ(counts["made"], 1);
  EXPECT_EQ(counts["refused"]["idiom"], 2);
  EXPECT_EQ(counts["not_eligible"]["no statement"], 1);
  EXPECT_THAT(some_counts().lines(),
              ElementsAre("passive: 1 made of 4 eligible of 5; refused: 2 idiom, 1 negated"));
}

TEST(RuleCounts, ListWhatWasRefused) {
  EXPECT_EQ(some_counts().table(),
            "id\trule\treason\tsentence\n7\tpassive\tidiom\tIt rained.\n"
            "9\tpassive\tidiom\tIt took place.\n10\tpassive\tnegated\tIt hailed.\n");
}

TEST(MadeCard, IsReadAsACard) {
  MadeCard made{"triplets", "folder/a \"set\".tsv", "A\ttitle", "by rule"};
  made.settings = {{"test", "plain"}};
  made.columns = {{"S", "source"}, {"S+", "plus"}, {"S*", "star"}};
  made.notes = {"3 refused"};
  const Card card = parse_card(card_text(made), card_path("folder/a.tsv"));
  EXPECT_EQ(card.probe, "triplets");
  EXPECT_EQ(card.file, "folder/a \"set\".tsv");
  EXPECT_EQ(card.name, "a \"set\"");
  EXPECT_EQ(card.title, "A\ttitle");
  EXPECT_EQ(card.made, "by rule");
  EXPECT_EQ(card.settings.at("test"), "plain");
  EXPECT_EQ(card.named_columns.at("S+"), std::vector<std::string>{"plus"});
  EXPECT_EQ(card.card, "folder/a.toml");
}

}  // namespace rule_counts_test
}  // namespace sonde
