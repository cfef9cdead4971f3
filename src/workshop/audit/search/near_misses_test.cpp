#include "workshop/audit/search/near_misses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/own_folder_test.h"
#include "sonde/error.h"

namespace sonde {
namespace near_misses_test {

using testing::HasSubstr;

struct Decision {
  const char *query, *sentence, *changed;
  bool decided;
};

TEST(NearMisses, CountIfTheQueryMentionsWhatWasChanged) {
  for (const auto& [query, sentence, changed, decided] :
       {Decision{"train to Berlin", "The train to Berlin leaves at 9.",
                 "The train to Paris leaves at 9.", true},
        {"When does the train leave?", "The train to Berlin leaves at 9.",
         "The train to Paris leaves at 9.", false},
        {"train from Paris to Berlin", "The train to Berlin leaves at 9.",
         "The train to Paris leaves at 9.", false},
        {"what is a hawk", "A hawk is a bird.", "An eagle is a bird.", true},
        {"what is a bird", "A hawk is a bird.", "An eagle is a bird.", false},
        // What is negated is wrong for a query that asks where, and possible for one that asks if.
        {"Where can I park?", "You can park here.", "You can't park here.", true},
        {"Can I park here?", "You can park here.", "You can't park here.", false},
        {"which rooms are not cleaned", "Room 5 is not cleaned.", "Room 5 is cleaned.", true},
        {"which rooms are cleaned", "Room 5 is not cleaned.", "Room 5 is cleaned.", false}}) {
    EXPECT_EQ(decides(AuditSentence(query), AuditSentence(sentence), AuditSentence(changed)),
              decided)
        << query << ": " << changed;
  }
}

const SearchPairs kPairs{
    {{"1", "How do I turn on the lights in room 20?",
      "Welcome to our house. Turn on the lights in room 20 on Monday. Enjoy your stay!"},
     {"2", "late breakfast", "We have tea all day."}},
    2,
    0,
    2};

NearMissSet made() {
  Observer silent;
  return make_near_misses(kPairs, rule_sources("en", 1), 1, silent);
}

std::vector<VariantItem> items_of(const VariantSet& set) {
  std::vector<VariantItem> items;
  set.each([&](const VariantItem& item) { items.push_back(item); });
  return items;
}

TEST(NearMisses, ChangeTheSentenceThatTheQueryIsAbout) {
  const auto set = made();
  const auto items = items_of(set.passages);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(set.queries[1], "late breakfast");
  EXPECT_EQ(set.with_any, 1U);
  const auto& made = items[0].variants;
  const auto antonym = std::ranges::find(made, "antonym", &MadeVariant::kind);
  ASSERT_NE(antonym, made.end());
  EXPECT_EQ(antonym->text,
            "Welcome to our house. Turn off the lights in room 20 on Monday. Enjoy your stay!");
  EXPECT_THAT(made, testing::Contains(testing::Field(&MadeVariant::kind, "number")));
  for (const auto& one : made) {
    EXPECT_TRUE(one.text.starts_with("Welcome to our house. ")) << one.text;
    EXPECT_TRUE(one.text.ends_with(" Enjoy your stay!")) << one.text;
  }
  EXPECT_GT(set.undecided, 0U);  // another day: the query has none
  EXPECT_TRUE(items[1].variants.empty());
}

SearchPairs read(const std::string& name, const std::string& text) {
  const std::string file = test::own_folder() + name;
  std::ofstream(file) << text;
  return read_search_pairs(file);
}

std::string pair_error_of(const std::string& name, const std::string& text) {
  try {
    read(name, text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(SearchPairFiles, AreTablesOrJsonLines) {
  for (const auto& [name, text] :
       {std::pair{"plain.tsv", "q1\tp1\nq2\tp2\nq1\tp1\n"},
        {"named.tsv", "id\tQuestion\tAnswer\n7\tq1\tp1\n8\tq2\tp2\n9\tq1\tp1\n"},
        {"named.csv", "passage,query\np1,q1\n\"p2\",q2\np1,q1\n"},
        {"a.jsonl",
         "{\"query\": \"q1\", \"passage\": \"p1\"}\n{\"query\": \"q2\", \"passage\": "
         "\"p2\"}\n{\"query\": \"q1\", \"passage\": \"p1\"}\n"}}) {
    const auto read_ones = read(name, text);
    ASSERT_EQ(read_ones.pairs.size(), 2U) << name;
    EXPECT_EQ(read_ones.pairs[1].query, "q2") << name;
    EXPECT_EQ(read_ones.pairs[1].passage, "p2") << name;
    EXPECT_EQ(read_ones.duplicates, 1U) << name;
    EXPECT_EQ(read_ones.passages, 2U) << name;
  }
}

TEST(SearchPairFiles, OfAnotherFormAreErrors) {
  EXPECT_THAT(pair_error_of("a.tsv", "q1\tp1\nq2\n"), HasSubstr("a.tsv:2"));
  EXPECT_THAT(pair_error_of("a.tsv", "q1\tp1\nq2\t \n"), HasSubstr("a.tsv:2"));
  EXPECT_THAT(pair_error_of("a.tsv", "id\tq1\tp1\n"), HasSubstr("a query and its passage"));
  EXPECT_THAT(pair_error_of("a.tsv", "q1\tp1\nq2\tp1\n"), HasSubstr("fewer than two passages"));
  EXPECT_THAT(pair_error_of("a.tsv", ""), HasSubstr("fewer than two passages"));
  EXPECT_THAT(pair_error_of("a.jsonl", "{\"text\": \"q\"}\n"), HasSubstr("no key `query`"));
}

}  // namespace near_misses_test
}  // namespace sonde
