#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>

#include "probes/probe_test.h"
#include "probes/search/search_corpus.h"
#include "probes/search/search_results.h"
#include "probes/search/search_threshold.h"
#include "sonde/error.h"

namespace sonde {
namespace search_test {

using test::find_result;

const std::map<std::string, std::string> kRolesOfCard{{"role_name", "near miss"},
                                                      {"role_number", "near miss"}};

Item item_of(const Probe& probe, std::size_t number, std::vector<std::string> values) {
  Item item = probe.item({std::to_string(number), std::move(values), {}, {}});
  item.first_row = 10 * number;
  return item;
}

// Queries with their passages. Every second one has a near miss with another number.
std::vector<Item> items_of(const Probe& probe, std::size_t count) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    items.push_back(
        item_of(probe, i, {"q" + n, "p" + n, "name" + n, i % 2 == 0 ? "number" + n : ""}));
  }
  return items;
}

// The rank among passages of others, one by one.
CorpusRank rank_one_by_one(std::span<const Item> items, std::size_t item, std::size_t dimension) {
  const auto of = [&](const std::string& text) { return test::vector_of(text, dimension); };
  const auto query = of(items[item].texts[0].text);
  const double right = cosine(query, of(items[item].texts[1].text));
  std::set<std::string> counted;
  double nearest = NAN, holder = NAN;
  for (std::size_t number = 0; number < items.size(); ++number) {
    const Item& other = items[number];
    const std::string& passage = other.texts[1].text;
    const bool is_right = std::ranges::any_of(items, [&](const Item& one) {
      return one.texts[0].text == items[item].texts[0].text && one.texts[1].text == passage;
    });
    if (is_right) continue;
    if (!(cosine(query, of(passage)) <= nearest)) {
      nearest = cosine(query, of(passage));
      holder = static_cast<double>(number);
    }
    if (cosine(query, of(passage)) > right) counted.insert(passage);
  }
  return {static_cast<double>(counted.size()), nearest, holder};
}

// Some of 60 items have the same query, and some the same passage.
TEST(SearchProbe, RanksTheCorpusAsComparingOneByOneDoes) {
  const auto probe = test::probe("search");
  std::vector<Item> items;
  for (std::size_t i = 0; i < 60; ++i) {
    items.push_back(item_of(
        *probe, i, {"q" + std::to_string(i % 40), "p" + std::to_string(i * 7 % 50), "near"}));
  }
  for (const std::size_t block : {std::size_t{60}, std::size_t{7}}) {
    const auto measured = test::measure(*probe, items, block);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const CorpusRank rank = rank_one_by_one(items, i, 8);
      EXPECT_EQ(measured[2 * i][kCloserPassages], rank.closer) << i;
      EXPECT_NEAR(measured[2 * i][kNearestOther], rank.nearest, 1e-6) << i;
    }
  }
}

TEST(SearchProbe, NamesTheItemThatHasTheNearestPassage) {
  const auto probe = test::probe("search");
  std::vector<Item> items;
  for (std::size_t i = 0; i < 30; ++i) {
    items.push_back(item_of(
        *probe, i, {"q" + std::to_string(i % 20), "p" + std::to_string(i * 7 % 25), "near"}));
  }
  const auto fitter = corpus_fitter();
  for (const auto& item : items) {
    const auto vectors = test::vectors_of({&item, 1}, 8);
    fitter->add({{&item, 1}, vectors.view(), {}});
  }
  const Fitted fitted = fitter->finish();
  const auto nearest = closest_others(*probe, fitted, items.size());
  ASSERT_EQ(nearest.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const CorpusRank rank = rank_one_by_one(items, i, 8);
    EXPECT_EQ(nearest[i].item, rank.holder) << i;
    EXPECT_EQ(nearest[i].text, 1U);
    EXPECT_NEAR(nearest[i].similarity, rank.nearest, 1e-6);
  }
  const auto at_threshold = make_probe(parse_spec("search?threshold=0.5"), {});
  EXPECT_EQ(closest_others(*at_threshold, fitted, items.size()).size(), items.size());
}

// Earlier programs stored three numbers per item.
TEST(SearchProbe, NamesNoPassageOfAnEarlierOrForeignFile) {
  const auto probe = test::probe("search");
  EXPECT_TRUE(closest_others(*probe, {}, 2).empty());
  EXPECT_TRUE(closest_others(*probe, {0, 2, 1, 1, .5, .5}, 2).empty());
  const Fitted wrong{0, 2, 1, 1, .5, .5, 7, NAN};
  for (const auto& one : closest_others(*probe, wrong, 2)) EXPECT_TRUE(std::isnan(one.similarity));
  EXPECT_TRUE(closest_others(*test::probe("triplets"), wrong, 2).empty());
}

// The same vectors, once with all columns and once with those that are not 0.
TEST(SearchProbe, SparseVectorsRankAsDenseOnes) {
  const auto probe = test::probe("search");
  const auto items = items_of(*probe, 30);
  const auto dense = corpus_fitter(), sparse = corpus_fitter();
  for (const auto& item : items) {
    auto vectors = test::vectors_of({&item, 1}, 12);
    const std::size_t zero = item.first_row / 10 % 12;
    MatrixOf<float> fewer(vectors.rows(), 11);
    std::vector<std::uint32_t> columns;
    for (std::size_t column = 0; column < 12; ++column) {
      if (column == zero) continue;
      for (std::size_t row = 0; row < fewer.rows(); ++row) {
        fewer[row][columns.size()] = vectors[row][column];
      }
      columns.push_back(static_cast<std::uint32_t>(column));
    }
    for (std::size_t row = 0; row < vectors.rows(); ++row) vectors[row][zero] = 0;
    dense->add({{&item, 1}, vectors.view(), {}});
    sparse->add({{&item, 1}, fewer.view(), {}, columns, 12});
  }
  EXPECT_THAT(sparse->finish(), testing::Pointwise(testing::DoubleNear(1e-6), dense->finish()));
}

// 50 passages of 80 compete, the same in any order.
TEST(SearchProbe, ALargeCorpusIsSampled) {
  const auto probe = test::probe("search");
  const auto counted = [&](bool backwards) {
    const auto fitter = corpus_fitter(50);
    for (std::size_t i = 0; i < 80; ++i) {
      const std::size_t number = backwards ? 79 - i : i;
      const std::string name = std::to_string(number);
      const std::vector items{item_of(*probe, number, {"q" + name, "p" + name, ""})};
      // The query of item 0 is as close to all other passages, and less close to its own.
      const std::vector<float> vectors{1, 0, 1, number == 0 ? 1.F : 0.F};
      fitter->add({items, {vectors.data(), 2, 2}, {}});
    }
    const Fitted fitted = fitter->finish();
    return fitted[backwards ? 2 * fitted.size() / 4 - 1 : fitted.size() / 4];
  };
  EXPECT_THAT(counted(false), testing::AnyOf(49, 50));
  EXPECT_EQ(counted(false), counted(true));
}

struct Searched {
  std::unique_ptr<Probe> probe = test::probe("search", kRolesOfCard);
  std::vector<Item> items = items_of(*probe, 40);
  MatrixOf<double> values{test::count_rows(items), kSearchColumns};
  Frame frame = test::frame_of(items);
  std::vector<Result> results;

  // A scorer or encoder that takes every name for right, and every number for wrong.
  explicit Searched(bool has_vectors = true) {
    std::size_t row = 0;
    for (std::size_t item = 0; item < items.size(); ++item) {
      for (const auto& one : items[item].rows) {
        values[row][0] = one.label == "name" ? .9 : one.label == "number" ? .7 : .8;
        values[row][kCloserPassages] = has_vectors ? static_cast<double>(item % 4) : NAN;
        values[row++][kNearestOther] = has_vectors ? (item % 4 == 0 ? .4 : .85) : NAN;
      }
    }
    const Table table{"s", has_vectors, values.view()};
    results = probe->summarise(frame, {&table, 1}, Resampler(1, 100));
  }
  double value(const std::string& name, const std::string& slice = "all") const {
    return find_result(results, name, slice).value;
  }
};

TEST(SearchProbe, RanksPassagesByKind) {
  const Searched found;
  EXPECT_EQ(found.value("top_1_near_misses"), 0);
  EXPECT_EQ(found.value("reciprocal_rank_near_misses"), .5);
  EXPECT_EQ(found.value("top_1_near_misses", "change=number"), 1);
  EXPECT_EQ(find_result(found.results, "top_1_near_misses", "change=number").n, 20U);
  EXPECT_EQ(found.value("top_1_corpus"), .25);
  EXPECT_NEAR(found.value("reciprocal_rank_corpus"), (1 + 1. / 2 + 1. / 3 + 1. / 4) / 4, 1e-12);
  EXPECT_EQ(found.value("top_1_both"), 0);
  EXPECT_EQ(found.value("top_1_both", "change=number"), .5);  // items 0, 2, 4 ...
  const Result result = find_result(found.results, "top_1_corpus");
  EXPECT_LT(result.low, result.value);
  EXPECT_GT(result.high, result.value);
}

TEST(SearchProbe, ScorersRankNearMissesAlone) {
  const Searched found(false);
  EXPECT_EQ(found.value("top_1_near_misses", "change=name"), 0);
  for (const auto& result : found.results) {
    EXPECT_FALSE(result.name.ends_with("corpus") || result.name.ends_with("both")) << result.name;
    EXPECT_EQ(result.name.find("shown"), std::string::npos) << result.name;
  }
}

// Ten of 40 queries find their passage first, at .8. The nearest other passage is at .4, else .85.
TEST(SearchProbe, AThresholdDecidesWhatIsShown) {
  const Searched found;
  const Table table{"s", true, found.values.view()};
  for (const auto& [given, right, wrong] : {std::tuple{.8, .25, .75}, std::tuple{.81, 0., .75},
                                            std::tuple{.4, .25, 1.}, std::tuple{.86, 0., 0.}}) {
    std::vector<Result> results;
    add_show_threshold(found.frame, table, Resampler(1, 100), given, results);
    EXPECT_EQ(find_result(results, "right_shown_given").value, right) << given;
    EXPECT_EQ(find_result(results, "wrong_shown_given").value, wrong) << given;
    EXPECT_GE(find_result(results, "show_threshold_5").value, .85);
    EXPECT_TRUE(std::isnan(find_result(results, "show_threshold_1").value));
  }
}

// 400 queries: at the threshold found for 5%, about 5% see a wrong passage.
TEST(SearchProbe, TheWantedShareOfWrongPassagesIsMet) {
  const auto probe = test::probe("search");
  const auto items = items_of(*probe, 400);
  MatrixOf<double> values{test::count_rows(items), kSearchColumns};
  std::size_t row = 0;
  for (std::size_t item = 0; item < items.size(); ++item) {
    for (std::size_t i = 0; i < items[item].rows.size(); ++i, ++row) {
      values[row][kQuerySimilarity] = .97;
      values[row][kCloserPassages] = 0;
      values[row][kNearestOther] = static_cast<double>(item * 7919 % 400) / 400;
    }
  }
  std::vector<Result> results;
  const Table table{"s", true, values.view()};
  add_show_threshold(test::frame_of(items), table, Resampler(1, 100), NAN, results);
  EXPECT_NEAR(find_result(results, "show_threshold_5").value, .95, .01);
  EXPECT_NEAR(find_result(results, "wrong_shown_5").value, .05, .01);
  EXPECT_EQ(find_result(results, "right_shown_5").value, 1);
}

TEST(SearchProbe, QuestionsCompareWithOneKind) {
  const Searched found;
  const Table table{"s", true, found.values.view()};
  Evidence number;
  number.setting = "role_number";
  const auto outcomes = found.probe->outcomes(number, found.frame, table);
  EXPECT_EQ(outcomes[0].share, 1);
  EXPECT_TRUE(std::isnan(outcomes[1].ties));
  EXPECT_EQ(found.probe->outcomes({}, found.frame, table)[0].share, .5);
  EXPECT_NEAR(found.probe->scores(found.frame, table).values[3], 1. / (1 + 1 + 3), 1e-12);
}

TEST(SearchProbe, AQuestionIsAboutTheCorpus) {
  const Searched found;
  Evidence corpus;
  corpus.result = "top_1_corpus";
  const auto outcomes =
      found.probe->outcomes(corpus, found.frame, {"s", true, found.values.view()});
  for (std::size_t item = 0; item < outcomes.size(); ++item) {
    EXPECT_EQ(outcomes[item].share, item % 4 == 0 ? 1 : 0) << item;
  }
  const auto scorers =
      found.probe->outcomes(corpus, found.frame, {"s", false, found.values.view()});
  EXPECT_TRUE(std::isnan(scorers[0].share));
}

TEST(SearchProbe, TiesAreHalf) {
  Searched found;
  for (std::size_t row = 0; row < found.values.rows(); ++row) found.values[row][0] = .5;
  const Table table{"s", true, found.values.view()};
  const auto results = found.probe->summarise(found.frame, {&table, 1}, Resampler(1, 100));
  EXPECT_EQ(find_result(results, "top_1_near_misses", "change=name").value, .5);
  EXPECT_NEAR(find_result(results, "reciprocal_rank_near_misses", "change=name").value, 2. / 3,
              1e-12);
}

TEST(SearchProbe, ReadsPlainTables) {
  const auto probe = test::probe("search");
  Record record{"1", {"q", "p", "n"}, {}, {}};
  record.further = {{2, "m"}, {2, " "}};
  const Item item = probe->item(std::move(record));
  EXPECT_EQ(item.rows.size(), 3U);
  EXPECT_EQ(item.texts[0].side, Side::kFirst);
  EXPECT_EQ(item.texts[1].side, Side::kSecond);
  EXPECT_TRUE(item.texts[1].original && !item.texts[2].original);
}

TEST(SearchProbe, RefusesUnknownRoles) {
  for (const auto& [key, says] : {std::pair{"role_name", "unknown role 'changed'"},
                                  std::pair{"rolle", "unknown key 'rolle'"}}) {
    try {
      test::probe("search", {{key, "changed"}});
      ADD_FAILURE() << key;
    } catch (const Error& error) {
      EXPECT_THAT(error.message(), testing::HasSubstr(says));
    }
  }
}

}  // namespace search_test
}  // namespace sonde
