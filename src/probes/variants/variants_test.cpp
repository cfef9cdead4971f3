#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "probes/probe_test.h"
#include "probes/shared/records.h"
#include "sonde/error.h"

namespace sonde {
namespace variants_test {

using test::find_result;

const std::map<std::string, std::string> kRolesOfCard{{"role_negation", "changed"},
                                                      {"role_number", "changed"},
                                                      {"role_typo", "same"},
                                                      {"role_unrelated", "unrelated"}};

Record record_of(std::size_t number, std::vector<std::string> values) {
  return {std::to_string(number), std::move(values), {}, {}};
}

// Every item has a negation, a typo and another sentence. Every second one has another number.
std::vector<Item> items_of(const Probe& probe, std::size_t count) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = std::to_string(i);
    items.push_back(probe.item(record_of(
        i, {"s" + name, "no s" + name, i % 2 == 0 ? "other s" + name : "", "t" + name, "u"})));
  }
  return items;
}

// A scorer that finds the given similarities, by row label, plus `step` per item.
MatrixOf<double> scored(std::span<const Item> items, std::map<std::string, double> base,
                        double step) {
  MatrixOf<double> values(test::count_rows(items), 1);
  std::size_t row = 0;
  for (std::size_t item = 0; item < items.size(); ++item) {
    for (const auto& one : items[item].rows) {
      values[row++][0] = base.at(one.label) + step * static_cast<double>(item);
    }
  }
  return values;
}

struct Summarised {
  std::unique_ptr<Probe> probe;
  std::vector<Item> items;
  std::vector<Result> results;

  explicit Summarised(const std::string& spec, std::size_t count = 200, double step = 0.0001,
                      std::map<std::string, std::string> roles = kRolesOfCard)
      : probe(test::probe(spec, roles)), items(items_of(*probe, count)) {
    const auto values = scored(
        items, {{"negation", 0.8}, {"number", 0.95}, {"typo", 0.9}, {"unrelated", 0.1}}, step);
    const Frame frame = test::frame_of(items);
    const Table table{"s", false, values.view()};
    results = probe->summarise(frame, {&table, 1}, Resampler(1, 100));
  }
  double value(const std::string& name, const std::string& slice = "all") const {
    return find_result(results, name, slice).value;
  }
};

TEST(VariantsProbe, CountsOrderByKind) {
  const Summarised found("variants");
  EXPECT_EQ(found.value("harmless_closer", "change=negation"), 1);
  EXPECT_EQ(found.value("harmless_closer", "change=number"), 0);
  EXPECT_EQ(find_result(found.results, "harmless_closer", "change=number").n, 100U);
  EXPECT_EQ(found.value("harmless_closer"), 0.75);  // half of the items have one of two right
  EXPECT_EQ(found.value("harmless_closer", "same=typo"), 0.75);
}

TEST(VariantsProbe, FindsOperatingPoints) {
  const Summarised found("variants");
  // 14 of 300 changed variants may be above. The numbers are the highest.
  EXPECT_NEAR(found.value("threshold_5"), 0.95 + 0.0001 * (198 - 2 * (0.05 * 301 - 1)), 1e-6);
  EXPECT_NEAR(found.value("false_matches_5"), 0.05, 0.011);
  EXPECT_EQ(found.value("matches_5", "change=negation"), 0);
  EXPECT_NEAR(found.value("matches_5", "change=number"), 0.15, 0.03);
  EXPECT_EQ(found.value("unrelated_matches_5"), 0);
  EXPECT_EQ(found.value("kept_upper_bound_5"), 0);
  EXPECT_EQ(found.value("kept_upper_bound_5", "change=negation"), 1);
  EXPECT_NEAR(found.value("threshold_1", "change=negation"),
              0.8 + 0.0001 * (199 - (0.01 * 201 - 1)), 1e-6);
}

TEST(VariantsProbe, SaysWhyThereIsNoOperatingPoint) {
  const Summarised found("variants", 12);
  const Result result = find_result(found.results, "threshold_5", "change=negation");
  EXPECT_TRUE(std::isnan(result.value));
  EXPECT_THAT(result.why,
              testing::ElementsAre(testing::Key("a rate of 5% needs 19 changed sentences")));
}

TEST(VariantsProbe, TakesAThreshold) {
  const Summarised found("variants?threshold=0.9");
  EXPECT_NEAR(found.value("false_matches_given"), 1. / 3, 1e-12);
  EXPECT_EQ(found.value("matches_given", "change=number"), 1);
  EXPECT_EQ(found.value("kept_upper_bound_given"), 1);
  EXPECT_EQ(found.value("unrelated_matches_given"), 0);
}

// The name of each result shows whether the share of true matches is an upper bound.
TEST(VariantsProbe, PeoplesPairsAreNoUpperBound) {
  auto roles = kRolesOfCard;
  roles["role_typo"] = "true match";
  const Summarised found("variants?threshold=0.9", 200, 0.0001, roles);
  EXPECT_EQ(found.value("kept_5", "change=negation"), 1);
  EXPECT_EQ(found.value("kept_given"), 1);
  for (const auto& result : found.results) EXPECT_FALSE(result.name.starts_with("kept_upper"));
}

TEST(VariantsProbe, QuestionsAreOfTheKindsThatItemsHave) {
  const Summarised of("variants");
  const Frame frame = test::frame_of(of.items);
  const auto values =
      scored(of.items, {{"negation", 0.8}, {"number", 0.95}, {"typo", 0.9}, {"unrelated", 0.1}}, 0);
  const Table table{"s", false, values.view()};
  Evidence number;
  number.setting = "role_number";
  const auto outcomes = of.probe->outcomes(number, frame, table);
  EXPECT_EQ(outcomes[0].share, 0);
  EXPECT_EQ(outcomes[0].ties, 0);
  EXPECT_TRUE(std::isnan(outcomes[1].ties));
  EXPECT_NEAR(of.probe->scores(frame, table).values[1], 0.1, 1e-12);
  EXPECT_EQ(of.probe->series(frame, {&table, 1}).size(), 3U);
}

TEST(VariantsProbe, ReadsPlainTables) {
  const auto probe = test::probe("variants");
  std::set<std::string> names;
  for (const auto& field : probe->fields()) names.insert(field.name);
  EXPECT_THAT(names, testing::ElementsAre("changed variant", "same variant", "sentence"));
  Record record = record_of(1, {"a", "b", "c"});
  record.further = {{1, "d"}};
  EXPECT_EQ(probe->item(std::move(record)).rows.size(), 3U);
  EXPECT_EQ(probe->item(record_of(2, {"a", "", " "})).left_out, "no variant");
}

TEST(VariantsProbe, RefusesUnknownRoles) {
  for (const auto& [key, value, says] :
       {std::tuple{"role_typo", "harmless", "unknown role 'harmless'"},
        {"role_negation", "changed", "names no changed kind"},
        {"rolle_typo", "same", "rolle_typo"}}) {
    try {
      test::probe("variants", {{key, value}});
      ADD_FAILURE() << key;
    } catch (const Error& error) {
      EXPECT_THAT(error.message(), testing::HasSubstr(says));
    }
  }
}

}  // namespace variants_test
}  // namespace sonde
