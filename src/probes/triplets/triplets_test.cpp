#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "probes/probe_test.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace triplets_test {

using test::find_result;
using test::frame_of;
using test::measure;
using test::probe;

const std::vector<std::string> kTests{"plain",
                                      "negation-detection",
                                      "negation-variants",
                                      "clause-relatedness",
                                      "argument-sensitivity",
                                      "fixed-point-reorder"};

Record record(std::string s, std::string plus, std::string star) {
  return {"7", {std::move(s), std::move(plus), std::move(star)}, {}, {"f", 3}};
}

std::vector<Item> some_items(std::size_t count) {
  std::vector<Item> items;
  const auto triplets = probe("triplets");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    Record one = record("s" + n, "plus" + n, "star" + n);
    one.id = n;
    one.labels["order"] = i % 3 ? "saying-first" : "clause-first";
    items.push_back(triplets->item(std::move(one)));
  }
  return items;
}

// A test's results for triplets with these three similarities.
std::vector<Result> results_of(const std::string& test,
                               const std::vector<std::array<double, 3>>& similarities) {
  const auto triplets = probe("triplets", {{"test", test}});
  const auto items = some_items(similarities.size());
  std::vector<double> rows;
  for (const auto& three : similarities) rows.insert(rows.end(), three.begin(), three.end());
  MatrixOf<double> values(rows.size(), 2);
  triplets->measure({items, {}, rows}, {}, values.view());
  const Table table{"s", false, values.view()};
  return triplets->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 50, 1));
}

double accuracy(const std::string& test, std::array<double, 3> similarities) {
  return find_result(results_of(test, {similarities}), "accuracy").value;
}

TEST(Triplets, MakesThreePairsOfARecord) {
  const Item item = probe("triplets")->item(record("a", "b", "c"));
  EXPECT_EQ(item.texts[0].side, Side::kFirst);
  EXPECT_EQ(item.texts[1].side, Side::kSecond);
  EXPECT_EQ(item.texts[2].side, Side::kSecond);
  EXPECT_TRUE(item.texts[0].original);
  EXPECT_FALSE(item.texts[1].original || item.texts[2].original);
  EXPECT_EQ(item.texts[2].text, "c");
  ASSERT_EQ(item.rows.size(), 3U);
  EXPECT_EQ(item.rows[0].label, "sim_s_plus");
  EXPECT_EQ(item.rows[1].at, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(item.rows[2].at, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Triplets, RefusesEmptySentencesAndUnknownTests) {
  try {
    probe("triplets")->item(record("a", "b", ""));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "f:3: an empty sentence (column S*, item 7); fill it in, or remove the line");
  }
  EXPECT_THROW(probe("triplets?test=negation"), Error);
  EXPECT_THROW(probe("triplets?tset=plain"), Error);
  EXPECT_THROW(probe("triplets", {{"test", "negation"}}), Error);
  EXPECT_THROW(probe("triplets", {{"tests", "plain"}}), Error);
}

TEST(Triplets, RulesAreThoseOfTheText) {
  // sim(S,S+), sim(S,S*), sim(S+,S*), and in which tests that passes.
  const auto expect = [](std::array<double, 3> sim, std::vector<double> passes) {
    for (std::size_t i = 0; i < kTests.size(); ++i) {
      EXPECT_EQ(accuracy(kTests[i], sim), passes[i]) << kTests[i];
    }
  };
  //                     plain negation variants clause argument reorder
  expect({0.9, 0.5, 0.1}, {1, 1, 0, 1, 1, 1});
  expect({0.9, 0.1, 0.95}, {1, 1, 1, 1, 0, 1});
  expect({0.5, 0.9, 0.1}, {0, 0, 0, 0, 1, 0});
  expect({0.5, 0.6, 0.7}, {0, 0, 1, 0, 0, 0});
  expect({0.5, 0.7, 0.6}, {0, 0, 0, 0, 0, 0});
}

TEST(Triplets, TheOptionWinsOverTheCard) {
  const auto items = some_items(1);
  const std::vector<double> rows{0.5, 0.9, 0.1};
  MatrixOf<double> values(3, 2);
  probe("triplets?test=argument-sensitivity", {{"test", "plain"}})
      ->measure({items, {}, rows}, {}, values.view());
  EXPECT_DOUBLE_EQ(values[0][1], 0.4);
}

TEST(Triplets, ATieFailsAndIsCounted) {
  const auto results = results_of("plain", {{0.5, 0.5, 0},
                                            {0.5, 0.5 - 1e-6, 0},
                                            {0.5, 0.5 + 9e-7, 0},
                                            {0.5, 0.5 - 1.1e-6, 0},
                                            {0.5, 0.9, 0}});
  EXPECT_DOUBLE_EQ(find_result(results, "accuracy").value, 0.2);
  EXPECT_DOUBLE_EQ(find_result(results, "ties").value, 0.6);
}

TEST(Triplets, ASmallestDifferenceThatIsLostIsNoTie) {
  const auto results = results_of("negation-variants", {{0.5, 0.9, 0.5}, {0.5, 0.4, 0.5}});
  EXPECT_EQ(find_result(results, "ties").value, 0.5);
  EXPECT_EQ(find_result(results, "accuracy").value, 0);
  EXPECT_DOUBLE_EQ(find_result(results, "margin").value, -0.2);
}

TEST(Triplets, ThePublishedAccuracyIsOfArgumentSensitivityAlone) {
  // Passes as published (closer to S than S* is) and fails by the text's rule.
  const auto results = results_of("argument-sensitivity", {{0.9, 0.5, 0.95}});
  EXPECT_EQ(find_result(results, "accuracy").value, 0);
  EXPECT_EQ(find_result(results, "accuracy_published").value, 1);
  for (const auto& test : kTests) {
    const auto some = results_of(test, {{0.9, 0.5, 0.95}});
    const auto published = std::count_if(some.begin(), some.end(), [](const Result& result) {
      return result.name == "accuracy_published";
    });
    EXPECT_EQ(published != 0, test == "argument-sensitivity");
  }
}

TEST(Triplets, ResultsHaveIntervalsAndCountWhatIsLeftOut) {
  std::vector<std::array<double, 3>> similarities;
  for (int i = 0; i < 40; ++i) similarities.push_back({0.5 + i * 0.01, 0.7, 0.01 * i});
  similarities.push_back({NAN, 0.5, 0.5});
  similarities.push_back({0.5, 0.2, NAN});
  const auto results = results_of("plain", similarities);
  const Result& accuracy = find_result(results, "accuracy");
  EXPECT_EQ(accuracy.n, 41U);
  EXPECT_EQ(accuracy.left_out, 1U);
  EXPECT_EQ(accuracy.why.at("undefined similarity"), 1U);
  EXPECT_DOUBLE_EQ(accuracy.value, 20.0 / 41);
  EXPECT_EQ(accuracy.low, wilson(20, 41).low);
  EXPECT_EQ(accuracy.high, wilson(20, 41).high);
  const Result& plus_star = find_result(results, "sim_plus_star");
  EXPECT_EQ(plus_star.n, 41U);
  const Result& margin = find_result(results, "margin");
  EXPECT_LT(margin.low, margin.value);
  EXPECT_GT(margin.high, margin.value);
  EXPECT_EQ(find_result(results, "accuracy", "order=clause-first").n, 14U);
  EXPECT_EQ(find_result(results, "accuracy", "order=saying-first").n, 27U);
}

TEST(Triplets, NothingDefinedIsUndefined) {
  const auto results = results_of("plain", {{NAN, NAN, NAN}});
  for (const auto& result : results) {
    EXPECT_TRUE(std::isnan(result.value)) << result.name;
    EXPECT_TRUE(std::isnan(result.low));
    EXPECT_EQ(result.n, 0U);
    EXPECT_EQ(result.left_out, 1U);
  }
}

TEST(Triplets, MeasuresCosines) {
  const auto items = some_items(3);
  const auto vectors = test::vectors_of(items, 8);
  const auto values = measure(*probe("triplets"), items, 2);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double plus = cosine(vectors[3 * i], vectors[3 * i + 1]);
    const double star = cosine(vectors[3 * i], vectors[3 * i + 2]);
    EXPECT_EQ(values[3 * i][0], plus);
    EXPECT_EQ(values[3 * i + 1][0], star);
    EXPECT_EQ(values[3 * i + 2][0], cosine(vectors[3 * i + 1], vectors[3 * i + 2]));
    for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(values[3 * i + row][1], plus - star);
  }
}

// A bag of words: the sum of its words' vectors, in the words' alphabetical order.
std::vector<float> bag_of(const std::string& text, std::size_t dimension) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::sort(words.begin(), words.end());
  std::vector<double> sum(dimension);
  for (const auto& word : words) {
    const auto vector = test::vector_of(word, dimension);
    for (std::size_t i = 0; i < dimension; ++i) sum[i] += static_cast<double>(vector[i]);
  }
  return {sum.begin(), sum.end()};
}

double bag_result(const std::string& test, Record&& one, const std::string& name) {
  const auto triplets = probe("triplets?test=" + test);
  const std::vector<Item> items{triplets->item(std::move(one))};
  MatrixOf<float> vectors(3, 16);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto bag = bag_of(items[0].texts[i].text, 16);
    std::copy(bag.begin(), bag.end(), vectors[i].begin());
  }
  MatrixOf<double> values(3, 2);
  triplets->measure({items, vectors.view(), {}}, {}, values.view());
  const Table table{"s", true, values.view()};
  return find_result(
             triplets->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 10, 1)), name)
      .value;
}

TEST(Triplets, ABagOfWordsKnowsNoOrder) {
  const auto argument = [] {
    return record("the nurse thanked the doctor", "the doctor was thanked by the nurse",
                  "the doctor thanked the nurse");
  };
  EXPECT_EQ(bag_result("argument-sensitivity", argument(), "accuracy"), 0);
  EXPECT_EQ(bag_result("argument-sensitivity", argument(), "ties"), 1);
  EXPECT_EQ(bag_result("argument-sensitivity", argument(), "accuracy_published"), 0);
  const auto reorder = [] {
    return record("the dog ran home fast", "the hound ran home fast", "home fast the dog ran");
  };
  EXPECT_EQ(bag_result("fixed-point-reorder", reorder(), "accuracy"), 0);
  EXPECT_NEAR(bag_result("fixed-point-reorder", reorder(), "sim_s_star"), 1, 1e-15);
}

TEST(Triplets, BlocksOrderAndOtherSubjectsAreOfNoAccount) {
  auto items = some_items(30);
  EXPECT_TRUE(rc::check([&] {
    const auto block = *rc::gen::inRange<std::size_t>(1, 31);
    const auto triplets = probe("triplets?test=" + *rc::gen::elementOf(kTests));
    const auto whole = measure(*triplets, items, items.size());
    const auto blocks = measure(*triplets, items, block);
    const auto same = [](Matrix<const double> a, Matrix<const double> b) {
      return std::equal(a.data(), a.data() + a.rows() * a.columns(), b.data());
    };
    RC_ASSERT(same(whole.view(), blocks.view()));

    const Resampler resampler(1, 40, 1);
    const std::vector<Table> tables{{"t", true, blocks.view()}, {"s", true, whole.view()}};
    const auto alone = triplets->summarise(frame_of(items), std::span(tables).last(1), resampler);
    const auto both = triplets->summarise(frame_of(items), tables, resampler);
    auto turned = items;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(block % 30),
                turned.end());
    const auto turned_values = measure(*triplets, turned, block);
    const Table turned_table{"s", true, turned_values.view()};
    const auto other =
        triplets->summarise(frame_of(turned), std::span(&turned_table, 1), resampler);
    for (const auto& result : alone) {
      const Result& together = find_result(both, result.name, result.slice);
      const Result& rotated = find_result(other, result.name, result.slice);
      RC_ASSERT(together.value == result.value && together.low == result.low &&
                together.high == result.high);
      RC_ASSERT(std::abs(rotated.value - result.value) < 1e-12);
      RC_ASSERT(std::abs(rotated.low - result.low) < 1e-12);
      RC_ASSERT(std::abs(rotated.high - result.high) < 1e-12);
    }
  }));
}

}  // namespace triplets_test
}  // namespace sonde
