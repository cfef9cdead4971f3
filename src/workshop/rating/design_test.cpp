#include "workshop/rating/design.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "formats/testing/formats.h"
#include "workshop/rating/nonsense_sentences.h"

namespace sonde {
namespace design_test {

std::vector<RatingItem> some_pairs(std::size_t count) {
  std::vector<RatingItem> items;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    items.push_back({"x" + number, "", {"One " + number + ".", "Other " + number + "."}});
    items.back().labels["half"] = i % 2 == 0 ? "even" : "odd";
  }
  return items;
}

std::vector<std::string> senseless() { return nonsense_sentences("en", {}); }

RC_GTEST_PROP(Assignment, IsBalancedAndGivesNobodyAnItemTwice, ()) {
  const auto raters = *rc::gen::inRange<std::size_t>(1, 30);
  const auto per_item = *rc::gen::inRange<std::size_t>(1, raters + 1);
  const auto items = *rc::gen::inRange<std::size_t>(1, 80);
  const auto given = assign_items(items, raters, per_item, *rc::gen::arbitrary<std::uint64_t>());
  std::vector<std::size_t> load(raters);
  RC_ASSERT(given.size() == items);
  for (const auto& people : given) {
    RC_ASSERT(std::set(people.begin(), people.end()).size() == per_item);
    for (const auto person : people) ++load.at(person);
  }
  const auto [low, high] = std::ranges::minmax(load);
  RC_ASSERT(high - low <= 1);
}

TEST(Assignment, LetsAnyTwoShareItems) {
  std::set<std::set<std::uint32_t>> pairs;
  for (const auto& people : assign_items(200, 6, 2, 1)) pairs.insert({people[0], people[1]});
  EXPECT_EQ(pairs.size(), 15);
}

TEST(Draw, OfMoreHoldsThatOfFewer) {
  const auto few = draw_items(some_pairs(40), 5, "half", 3);
  const auto more = draw_items(some_pairs(40), 9, "half", 3);
  EXPECT_EQ(few.size(), 10);
  EXPECT_EQ(more.size(), 18);
  std::set<std::string> ids;
  for (const auto& item : more) ids.insert(item.id);
  for (const auto& item : few) EXPECT_TRUE(ids.contains(item.id)) << item.id;
  EXPECT_NE(draw_items(some_pairs(40), 5, "half", 4).front().id + few.front().id,
            few.front().id + few.front().id);
  EXPECT_EQ(draw_items(some_pairs(40), 0, "", 3).size(), 40);
  EXPECT_EQ(draw_items(some_pairs(40), 100, "", 3).size(), 40);
}

TEST(AttentionChecks, AreHalfEqualAndHalfNonsense) {
  const auto checks =
      attention_checks(rating_form("similarity"), some_pairs(20), 10, senseless(), 1);
  ASSERT_EQ(checks.size(), 10);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const bool equal = checks[i].texts[0] == checks[i].texts[1];
    EXPECT_EQ(equal, i % 2 == 0);
    EXPECT_EQ(checks[i].expected->low, equal ? 5 : 1);
    EXPECT_EQ(checks[i].expected->high, equal ? 7 : 3);
    EXPECT_TRUE(checks[i].labels.empty());
  }
}

// Two equal sentences have no difference.
TEST(AttentionChecks, AskNoDifferenceOfEqualSentences) {
  std::vector<RatingItem> items{{"d", "difference", {"A b.", "C d.", "A b."}}};
  for (const auto& check : attention_checks(rating_form("fusions"), items, 2, senseless(), 1)) {
    EXPECT_EQ(check.expected->high, 1);
    EXPECT_EQ(check.texts[0], "A b.");
    EXPECT_NE(check.texts[2], "A b.");
  }
}

TEST(RatingForms, AreFoundByTheColumns) {
  const TemporaryFolder folder;
  const auto kind = [&](const std::string& header, const std::string& row) {
    Card card;
    card.file = folder.write("data.tsv", header + "\n" + row + "\n");
    return std::string(read_rating_items(card, "").kind.name);
  };
  EXPECT_EQ(kind("first\tsecond", "a\tb"), "similarity");
  EXPECT_EQ(kind("S\tS+\tS*", "a\tb\tc"), "triplets");
  EXPECT_EQ(kind("operator\tA\tB\ttarget", "union\ta\tb\tc"), "fusions");
  EXPECT_EQ(kind("sentence\tcandidate\tcandidate 2", "a\tb\tc"), "candidates");
  EXPECT_THROW(kind("colour\tsize", "a\tb"), Error);
}

TEST(RatingForms, OfABaseRowAllSamplesAreAsked) {
  const TemporaryFolder folder;
  Card card;
  const auto ids = [&](const std::string& kept) {
    card.file = folder.write(
        "data.tsv", "id\tprev\tcurr\tnext\ts1\ts2\tkept\nr\ta\tb\tc\td\te\t" + kept + "\n");
    std::vector<std::string> found;
    for (const auto& item : read_rating_items(card, "").items) found.push_back(item.ask);
    std::ranges::sort(found);
    return found;
  };
  EXPECT_THAT(ids("no"), testing::ElementsAre("overlap", "union", "union"));
  EXPECT_EQ(ids("yes").size(), 9);
  EXPECT_EQ(ids("").size(), 9);
}

TEST(RatingForms, NineCandidatesAreTheMost) {
  const TemporaryFolder folder;
  std::string header = "sentence\tcandidate", row = "a\tb";
  for (int i = 2; i <= 10; ++i) header += "\tcandidate " + std::to_string(i), row += "\tc";
  Card card;
  card.file = folder.write("data.tsv", header + "\n" + row + "\n");
  EXPECT_THAT(input_error_of([&] { read_rating_items(card, ""); }),
              testing::HasSubstr("data.tsv:2: has 10 candidates"));
}

}  // namespace design_test
}  // namespace sonde
