#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cmath>

#include "probes/heros/heros_subsets.h"
#include "probes/probe_test.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace heros_test {

using test::find_result;
using test::frame_of;
using test::measure;
using test::probe;
using testing::ElementsAre;
using testing::HasSubstr;

using Similarities = std::array<double, kSubsets>;  // NaN: no such variant

Record record(const std::string& id, const std::array<bool, kSubsets>& there) {
  Record one{id, {"original " + id}, {}, {"f", 3}};
  for (std::size_t subset = 0; subset < kSubsets; ++subset) {
    one.values.push_back(there[subset] ? std::string(kSubsetNames[subset]) + " " + id : " ");
  }
  return one;
}

constexpr std::array<bool, kSubsets> kAll{true, true, true, true, true, true};

std::string error_of(Record&& bad) {
  try {
    probe("heros")->item(std::move(bad));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Items as a run makes them: with the place of their first row.
std::vector<Item> numbered(std::vector<Item> items) {
  std::uint64_t row = 0;
  for (auto& item : items) {
    item.first_row = row;
    row += item.rows.size();
  }
  return items;
}

std::vector<Item> some_items(std::size_t count) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    auto there = kAll;
    there[i % kSubsets] = i % 5 != 0;
    Record one = record(std::to_string(i), there);
    one.labels["domain"] = i % 3 ? "home" : "law";
    items.push_back(probe("heros")->item(std::move(one)));
  }
  return numbered(std::move(items));
}

// The probe's results for a scorer's similarities.
std::vector<Result> results_of(const std::vector<Similarities>& similarities) {
  const auto heros = probe("heros");
  std::vector<Item> items;
  std::vector<double> rows;
  for (std::size_t i = 0; i < similarities.size(); ++i) {
    std::array<bool, kSubsets> there{};
    for (std::size_t subset = 0; subset < kSubsets; ++subset) {
      there[subset] = !std::isnan(similarities[i][subset]);
      if (there[subset]) rows.push_back(similarities[i][subset]);
    }
    items.push_back(heros->item(record(std::to_string(i), there)));
  }
  MatrixOf<double> values(rows.size(), kHerosColumns);
  heros->measure({items, {}, rows}, {}, values.view());
  const Table table{"s", false, values.view()};
  return heros->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 50, 1));
}

std::vector<Result> results_of(const std::vector<Item>& items, const MatrixOf<double>& values,
                               const Resampler& resampler = Resampler(1, 400, 1)) {
  const Table table{"s", true, values.view()};
  return probe("heros")->summarise(frame_of(items), std::span(&table, 1), resampler);
}

TEST(Heros, MakesARowOfEachVariant) {
  const Item item = probe("heros")->item(record("7", kAll));
  ASSERT_EQ(item.texts.size(), 7U);
  EXPECT_TRUE(item.texts[0].original);
  EXPECT_EQ(item.texts[0].side, Side::kFirst);
  ASSERT_EQ(item.rows.size(), kSubsets);
  for (std::uint32_t i = 0; i < kSubsets; ++i) {
    EXPECT_EQ(item.rows[i].label, kSubsetNames[i]);
    EXPECT_THAT(item.rows[i].at, ElementsAre(0, i + 1));
    EXPECT_EQ(item.texts[i + 1].text, std::string(kSubsetNames[i]) + " 7");
    EXPECT_EQ(item.texts[i + 1].side, Side::kSecond);
    EXPECT_FALSE(item.texts[i + 1].original);
  }
}

TEST(Heros, AMissingCellHasNoRow) {
  const Item item = probe("heros")->item(record("7", {false, true, false, false, true, false}));
  ASSERT_EQ(item.rows.size(), 2U);
  EXPECT_EQ(item.rows[0].label, "antonym");
  EXPECT_EQ(item.rows[1].label, "negation_main");
  EXPECT_EQ(item.texts[2].text, "negation_main 7");
}

TEST(Heros, RefusesBadRecords) {
  EXPECT_THAT(error_of(record("7", {})),
              HasSubstr("f:3: an original without any variant (item 7)"));
  Record shifted = record("7", kAll);
  std::rotate(shifted.values.begin(), shifted.values.end() - 1, shifted.values.end());
  shifted.values[0] = "";
  EXPECT_THAT(error_of(std::move(shifted)), HasSubstr("an empty sentence"));
  EXPECT_THROW(probe("heros?cosine=published"), Error);
  EXPECT_THROW(probe("heros", {{"test", "plain"}}), Error);
}

TEST(Heros, ComparesTheSubsetsOfAnItem) {
  // synonym, antonym, random, typo, negation (main), negation (antonym)
  const auto results = results_of({{.9, .8, .5, .7, .85, .86},
                                   {.8, .9, .5, .95, .7, .7},
                                   {.8, .8, .5, .8, .8, .9},
                                   {.9, .8, .5, .8 - 2e-6, .9 + 5e-7, .3}});
  const auto value = [&](const char* name) { return find_result(results, name).value; };
  EXPECT_EQ(value("synonym_first"), 1 / 4.);
  EXPECT_EQ(value("ties_synonym_first"), 1 / 4.);
  EXPECT_EQ(value("synonym_beats_antonym"), 2 / 4.);
  EXPECT_EQ(value("ties_synonym_antonym"), 1 / 4.);
  EXPECT_EQ(value("synonym_beats_random"), 1);
  EXPECT_EQ(value("ties_synonym_random"), 0);
  EXPECT_EQ(value("synonym_beats_negation_main"), 2 / 4.);
  EXPECT_EQ(value("ties_synonym_negation_main"), 2 / 4.);
  EXPECT_EQ(value("synonym_beats_negation_antonym"), 3 / 4.);
  EXPECT_EQ(value("typo_costs_more"), 2 / 4.);
  EXPECT_EQ(value("ties_typo_antonym"), 1 / 4.);
  EXPECT_DOUBLE_EQ(value("sim_synonym"), .85);
  EXPECT_DOUBLE_EQ(value("sim_synonym_median"), .85);
  EXPECT_DOUBLE_EQ(value("sim_synonym_q1"), .8);
  EXPECT_DOUBLE_EQ(value("sim_synonym_q3"), .9);
  const Result& share = find_result(results, "synonym_beats_antonym");
  EXPECT_EQ(share.low, wilson(2, 4).low);
  EXPECT_EQ(share.high, wilson(2, 4).high);
  EXPECT_EQ(share.better, Better::kHigher);
  EXPECT_EQ(find_result(results, "typo_costs_more").better, Better::kLower);
}

TEST(Heros, CountsWhatIsMissing) {
  const auto results = results_of({{.9, .8, .5, .7, .85, .86},
                                   {NAN, .8, .5, .7, .85, .86},
                                   {.9, NAN, .5, .7, NAN, .86},
                                   {.9, NAN, NAN, NAN, NAN, NAN}});
  const auto left = [&](const char* name) {
    const Result& result = find_result(results, name);
    EXPECT_EQ(result.n + result.left_out, 4U) << name;
    EXPECT_EQ(result.left_out == 0, result.why.count("no such variant") == 0);
    return result.left_out;
  };
  EXPECT_EQ(left("sim_synonym"), 1U);
  EXPECT_EQ(left("sim_antonym"), 2U);
  EXPECT_EQ(left("sim_antonym_median"), 2U);
  EXPECT_EQ(left("synonym_beats_antonym"), 3U);
  EXPECT_EQ(left("synonym_beats_random"), 2U);
  EXPECT_EQ(left("synonym_first"), 2U);
  EXPECT_EQ(left("typo_costs_more"), 2U);
}

TEST(Heros, AScorerHasNoBaseline) {
  for (const auto& result : results_of({{.9, .8, .5, .7, .85, .86}})) {
    EXPECT_NE(result.name, "baseline");
    EXPECT_FALSE(result.name.starts_with("normalised")) << result.name;
  }
}

TEST(Heros, MeasuresCosinesAndMargins) {
  const auto items = some_items(12);
  const auto values = measure(*probe("heros"), items, 5);
  std::size_t row = 0;
  for (const auto& item : items) {
    std::map<std::string, double> sim;
    for (std::size_t i = 0; i < item.rows.size(); ++i) {
      sim[item.rows[i].label] = cosine(test::vector_of(item.texts[0].text, 8),
                                       test::vector_of(item.texts[i + 1].text, 8));
    }
    for (const auto& one : item.rows) {
      EXPECT_EQ(values[row][kSimilarity], sim.at(one.label));
      if (one.label == "antonym" && sim.contains("synonym")) {
        EXPECT_EQ(values[row][kMargin], sim["synonym"] - sim["antonym"]);
      }
      if (one.label == "typo" && sim.contains("antonym")) {
        EXPECT_EQ(values[row][kMargin], sim["typo"] - sim["antonym"]);
      }
      ++row;
    }
  }
}

// The vectors of the originals.
std::vector<std::vector<float>> originals(const std::vector<Item>& items, std::size_t dimension) {
  std::vector<std::vector<float>> vectors;
  for (const auto& item : items) {
    vectors.push_back(test::vector_of(item.texts[0].text, dimension));
  }
  return vectors;
}

// The mean cosine of the first half with the last, pair by pair, with weights an original.
template <class Weights>
double plain_baseline(const std::vector<std::vector<float>>& vectors, const Weights& weights) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < vectors.size() / 2; ++i) {
    for (std::size_t j = vectors.size() / 2; j < vectors.size(); ++j) {
      const double weight = static_cast<double>(weights[i]) * static_cast<double>(weights[j]);
      sum += weight * cosine(vectors[i], vectors[j]);
      pairs += weight;
    }
  }
  return sum / pairs;
}

TEST(HerosBaseline, IsThePlainMeanOfAllPairsOfTheTwoHalves) {
  for (const std::size_t count : {2U, 3U, 7U, 40U, 1000U}) {
    const auto items = some_items(count);
    const auto results =
        results_of(items, measure(*probe("heros"), items, 64, 16), Resampler(1, 20, 1));
    const double plain = plain_baseline(originals(items, 16), std::vector<int>(count, 1));
    EXPECT_NEAR(find_result(results, "baseline").value, plain, 1e-14) << count;
    EXPECT_EQ(find_result(results, "baseline").n, count);
    for (const auto name : kSubsetNames) {
      const std::string subset(name);
      for (const char* of : {"", "_median", "_q1", "_q3"}) {
        const Result& raw = find_result(results, "sim_" + subset + of);
        if (raw.n == 0) continue;
        EXPECT_NEAR(find_result(results, "normalised_" + subset + of).value,
                    (raw.value - plain) / (1 - plain), 1e-13);
      }
    }
  }
}

TEST(HerosBaseline, IsResampledAsItWouldBeWithTheVectors) {
  constexpr std::size_t kReplicates = 400;
  const auto items = some_items(301);
  const auto vectors = originals(items, 8);
  const auto keys = frame_of(items).keys;
  const Resampler resampler = Resampler(5, kReplicates, 2).keeping();
  const auto ours =
      find_result(results_of(items, measure(*probe("heros"), items, 64), resampler), "baseline");
  MatrixOf<std::uint8_t> weights(kReplicates, items.size());
  resampler.weights(keys, 0, weights.view());
  std::vector<double> theirs;
  for (std::size_t r = 0; r < kReplicates; ++r) {
    theirs.push_back(plain_baseline(vectors, weights[r]));
  }
  EXPECT_EQ(ours.replicates.items, items.size());
  EXPECT_GT(pearson(ours.replicates.values, theirs), 0.99);
  const Interval interval = Resampler::percentile(theirs);
  EXPECT_NEAR((ours.high - ours.low) / (interval.high - interval.low), 1, 0.05);
  EXPECT_NEAR(ours.low, interval.low, 0.1 * (interval.high - interval.low));
}

TEST(HerosBaseline, IsUndefinedWithoutAnotherHalf) {
  const auto items = some_items(1);
  const auto results = results_of(items, measure(*probe("heros"), items, 1));
  EXPECT_TRUE(std::isnan(find_result(results, "baseline").value));
  EXPECT_EQ(find_result(results, "baseline").left_out, 1U);
  EXPECT_TRUE(std::isnan(find_result(results, "normalised_antonym").value));
  EXPECT_FALSE(std::isnan(find_result(results, "sim_antonym").value));
}

// A subject for which all texts are the same.
TEST(HerosBaseline, NormalisesNothingWhereAllVectorsAreOne) {
  const auto items = some_items(6);
  const auto heros = probe("heros");
  std::size_t texts = 0;
  for (const auto& item : items) texts += item.texts.size();
  MatrixOf<float> vectors(texts, 3);
  for (std::size_t i = 0; i < texts; ++i) vectors[i][1] = 1;
  const Block block{items, vectors.view(), {}};
  const auto fitter = heros->fitter(items.size());
  fitter->add(block);
  MatrixOf<double> values(test::count_rows(items), kHerosColumns);
  heros->measure(block, fitter->finish(), values.view());
  const auto results = results_of(items, values);
  EXPECT_EQ(find_result(results, "baseline").value, 1);
  EXPECT_TRUE(std::isnan(find_result(results, "normalised_synonym").value));
  EXPECT_EQ(find_result(results, "ties_synonym_antonym").value, 1);
}

TEST(HerosBaseline, LeavesOutOriginalsWithoutAVector) {
  const auto items = some_items(9);
  const auto heros = probe("heros");
  auto vectors = test::vectors_of(items, 8);
  std::size_t text = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == 2) std::ranges::fill(vectors[text], 0.0F);
    if (i == 6) std::ranges::fill(vectors[text], NAN);
    text += items[i].texts.size();
  }
  const Block block{items, vectors.view(), {}};
  const auto fitter = heros->fitter(items.size());
  fitter->add(block);
  MatrixOf<double> values(test::count_rows(items), kHerosColumns);
  heros->measure(block, fitter->finish(), values.view());
  const auto results = results_of(items, values);
  std::vector<int> weights(9, 1);
  weights[2] = weights[6] = 0;
  double sum = 0, pairs = 0;
  const auto known = originals(items, 8);
  for (const std::size_t i : {0U, 1U, 3U}) {
    for (const std::size_t j : {4U, 5U, 7U, 8U}) sum += cosine(known[i], known[j]), ++pairs;
  }
  EXPECT_NEAR(find_result(results, "baseline").value, sum / pairs, 1e-14);
  EXPECT_EQ(find_result(results, "baseline").left_out, 2U);
  EXPECT_EQ(find_result(results, "sim_typo").why.at("undefined similarity"), 2U);
}

TEST(Heros, NormalisedReplicatesAreOfBoth) {
  const auto items = some_items(30);
  const Resampler resampler = Resampler(1, 60, 1).keeping();
  const auto results = results_of(items, measure(*probe("heros"), items, 30), resampler);
  const auto& raw = find_result(results, "sim_random").replicates.values;
  const auto& base = find_result(results, "baseline").replicates.values;
  const auto& normalised = find_result(results, "normalised_random").replicates.values;
  const auto& of_slice = find_result(results, "normalised_random", "domain=law").replicates.values;
  const auto& raw_of_slice = find_result(results, "sim_random", "domain=law").replicates.values;
  ASSERT_EQ(normalised.size(), 60U);
  for (std::size_t r = 0; r < normalised.size(); ++r) {
    EXPECT_DOUBLE_EQ(normalised[r], (raw[r] - base[r]) / (1 - base[r]));
    EXPECT_DOUBLE_EQ(of_slice[r], (raw_of_slice[r] - base[r]) / (1 - base[r]));
  }
  for (const auto& result : results) EXPECT_EQ(result.replicates.values.size(), 60U) << result.name;
}

TEST(Heros, AnOriginalIsWorthItsSynonymsMargin) {
  const auto items = some_items(8);
  const auto values = measure(*probe("heros"), items, 8);
  const Table table{"s", true, values.view()};
  const Scores scores = probe("heros")->scores(frame_of(items), table);
  EXPECT_TRUE(std::isnan(scores.values[0]));  // no synonym
  EXPECT_EQ(scores.values[1], values[items[1].first_row][kMargin]);
}

TEST(Heros, RefusesMeasurementsThatAreNotOfItsItems) {
  const auto items = some_items(4);
  const auto values = measure(*probe("heros"), items, 4);
  const auto refuses = [&](auto spoil) {
    Frame frame = frame_of(items);
    spoil(frame);
    const Table table{"s", true, values.view()};
    EXPECT_THROW(probe("heros")->summarise(frame, std::span(&table, 1), Resampler(1, 5, 1)), Error);
  };
  const auto with_label = [](std::size_t at, const std::string& label) {
    return [=](Frame& frame) {
      CodedTexts labels;
      for (std::size_t row = 0; row < frame.rows(); ++row) {
        labels.push_back(row == at ? label : frame.row_labels[row]);
      }
      frame.row_labels = labels;
    };
  };
  refuses(with_label(0, "other"));
  refuses(with_label(1, frame_of(items).row_labels[0]));
  refuses([](Frame& frame) { frame.item_of_row[2] = 99; });
  refuses([](Frame& frame) { frame.item_of_row.pop_back(); });
}

TEST(Heros, BlocksAndOtherSubjectsAreOfNoAccount) {
  const auto items = some_items(31);
  EXPECT_TRUE(rc::check([&] {
    const auto block = *rc::gen::inRange<std::size_t>(1, 32);
    const auto heros = probe("heros");
    const auto whole = measure(*heros, items, items.size());
    const auto blocks = measure(*heros, items, block);
    const auto a = whole.view(), b = blocks.view();
    for (std::size_t i = 0; i < a.rows() * a.columns(); ++i) {
      RC_ASSERT(a.data()[i] == b.data()[i] || (std::isnan(a.data()[i]) && std::isnan(b.data()[i])));
    }
    const std::vector<Table> tables{{"t", false, a}, {"s", true, b}};
    const Resampler resampler(1, 30, 1);
    const auto alone = heros->summarise(frame_of(items), std::span(tables).last(1), resampler);
    const auto both = heros->summarise(frame_of(items), tables, resampler);
    for (const auto& result : alone) {
      const Result& together = find_result(both, result.name, result.slice);
      // Too few items have no interval.
      const auto are_same = [](double x, double y) {
        return x == y || (std::isnan(x) && std::isnan(y));
      };
      RC_ASSERT(together.value == result.value && are_same(together.low, result.low) &&
                are_same(together.high, result.high));
    }
  }));
}

}  // namespace heros_test
}  // namespace sonde
