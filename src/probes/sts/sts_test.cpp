#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "probes/probe_test.h"
#include "probes/shared/slices.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace sts_test {

using test::find_result;
using test::frame_of;
using test::measure;
using test::probe;

Record record(std::string first, std::string second, std::string gold, std::string id = "7") {
  return {std::move(id), {std::move(first), std::move(second), std::move(gold)}, {}, {"f", 3}};
}

std::vector<Item> some_items(std::size_t count) {
  std::vector<Item> items;
  const auto sts = probe("sts");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    Record one =
        record("first " + std::to_string(i % 7), "second " + n, std::to_string((i * 37 % 11)), n);
    one.labels["condition"] = i % 3 ? "ADV" : "NADV";
    if (i % 4 == 0) one.labels["subset"] = "in";
    one.labels["number"] = n;
    items.push_back(sts->item(std::move(one)));
  }
  return items;
}

TEST(Sts, MakesAPairOfARecord) {
  Record one = record("A b.", "C d.", " 3.5 ");
  one.labels["x"] = "y";
  const Item item = probe("sts")->item(std::move(one));
  EXPECT_EQ(item.id, "7");
  EXPECT_EQ(item.texts[0].text, "A b.");
  EXPECT_EQ(item.texts[0].side, Side::kFirst);
  EXPECT_EQ(item.texts[1].text, "C d.");
  EXPECT_EQ(item.texts[1].side, Side::kSecond);
  ASSERT_EQ(item.rows.size(), 1U);
  EXPECT_EQ(item.rows[0].at, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(item.rows[0].gold, 3.5);
  EXPECT_EQ(item.labels.at("x"), "y");
  EXPECT_TRUE(std::isnan(probe("sts")->item(record("a", "b", "nan")).rows[0].gold));
}

std::string error_of(Record one) {
  try {
    probe("sts")->item(std::move(one));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "no error";
}

TEST(Sts, NamesThePlaceOfABadRecord) {
  EXPECT_EQ(
      error_of(record("a", "b", "3.5.")),
      "f:3: '3.5.' is not a number (column gold, item 7); write a number such as 3.5, or leave it "
      "empty if there is none");
  EXPECT_THAT(error_of(record("a", "b", "1.234,5")),
              testing::HasSubstr("write it without a separator of thousands"));
  EXPECT_EQ(error_of(record("a", "b", "3,512")),
            "f:3: '3,512' is not a number (column gold, item 7); if the comma is decimal, describe "
            "it in a "
            "card: decimal = \",\"");
  for (const char* bad : {"high", "3.5x", "inf", "1e999", "0x10", "--1"}) {
    EXPECT_NE(error_of(record("a", "b", bad)).find("is not a number"), std::string::npos) << bad;
  }
  EXPECT_EQ(error_of(record("a", " \t", "1")),
            "f:3: an empty sentence (column second, item 7); fill it in, or remove the line");
  EXPECT_NE(error_of(record("", "b", "1")).find("column first"), std::string::npos);
}

TEST(Sts, RefusesUnknownOptionsAndSettings) {
  EXPECT_THROW(probe("sts?similarity=cosin"), Error);
  EXPECT_THROW(probe("sts?standardise=joint"), Error);
  EXPECT_THROW(probe("sts?standardize=both"), Error);
  EXPECT_THROW(probe("sts", {{"test", "x"}}), Error);
  EXPECT_THROW(probe("st"), Error);
}

TEST(Sts, MeasuresWithTheSimilarityThatIsNamed) {
  const auto items = some_items(5);
  const auto vectors = test::vectors_of(items, 8);
  const auto check = [&](const char* spec, auto similarity) {
    const auto out = measure(*probe(spec), items, 2);
    for (std::size_t i = 0; i < items.size(); ++i) {
      EXPECT_EQ(out[i][0], similarity(vectors[2 * i], vectors[2 * i + 1])) << spec;
    }
  };
  check("sts", cosine);
  check("sts?similarity=dot", dot);
  check("sts?similarity=l1", negative_l1);
  check("sts?similarity=l2", negative_l2);
}

// The formula of section 4.3, written out in two passes.
double standardized_cosine(const MatrixOf<float>& vectors, std::size_t pair, bool joint) {
  const std::size_t texts = vectors.rows();
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < vectors.columns(); ++i) {
    const auto z = [&](std::size_t side) {
      double n = 0, mean = 0, square = 0;
      for (std::size_t t = joint ? 0 : side; t < texts; t += joint ? 1 : 2, ++n)
        mean += vectors[t][i];
      mean /= n;
      for (std::size_t t = joint ? 0 : side; t < texts; t += joint ? 1 : 2) {
        square += (vectors[t][i] - mean) * (vectors[t][i] - mean);
      }
      return (vectors[2 * pair + side][i] - mean) / (std::sqrt(square / n) + 0.001);
    };
    const double a = z(0), b = z(1);
    aa += a * a, bb += b * b, ab += a * b;
  }
  return ab / std::sqrt(aa * bb);
}

TEST(Sts, StandardizesByTheFormula) {
  const auto items = some_items(23);
  const auto vectors = test::vectors_of(items, 8);
  const auto separate = measure(*probe("sts?standardize=separate"), items, 5);
  const auto joint = measure(*probe("sts?standardize=joint"), items, 5);
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_NEAR(separate[i][0], standardized_cosine(vectors, i, false), 1e-6);
    EXPECT_NEAR(joint[i][0], standardized_cosine(vectors, i, true), 1e-6);
  }
}

TEST(Sts, ATextWithoutAVectorDoesNotSpoilTheFit) {
  const auto items = some_items(6);
  auto vectors = test::vectors_of(items, 4);
  const auto sts = probe("sts?standardize=joint");
  const auto fitted = [&](std::span<const Item> some, Matrix<const float> numbers) {
    const auto fitter = sts->fitter(items.size());
    fitter->add({some, numbers, {}});
    return fitter->finish();
  };
  const std::span<const Item> all(items);
  const Fitted without = fitted(all.first(5), vectors.view().block(0, 10));
  std::fill(vectors[10].begin(), vectors[10].end(), NAN);
  std::fill(vectors[11].begin(), vectors[11].end(), NAN);
  EXPECT_EQ(fitted(all, vectors.view()), without);
  MatrixOf<double> out(6, 1);
  sts->measure({items, vectors.view(), {}}, without, out.view());
  EXPECT_FALSE(std::isnan(out[4][0]));
  EXPECT_TRUE(std::isnan(out[5][0]));
}

TEST(Sts, ScorersGiveTheirOwnSimilarity) {
  const auto items = some_items(3);
  const std::vector<double> scores{0.5, NAN, -2};
  MatrixOf<double> out(3, 1);
  probe("sts")->measure({items, {}, scores}, {}, out.view());
  EXPECT_EQ(out[0][0], 0.5);
  EXPECT_TRUE(std::isnan(out[1][0]));
  EXPECT_EQ(out[2][0], -2);
}

TEST(Sts, StandardizedColumnsAreNotSupportedByScorers) {
  const auto items = some_items(3);
  const auto sts = probe("sts?standardize=separate");
  EXPECT_TRUE(sts->measurements()[0].needs_vectors);
  const std::vector<double> scores{0.5, 0.25, -2};
  const auto fitter = sts->fitter(items.size());
  fitter->add({items, {}, scores});
  MatrixOf<double> out(3, 1);
  sts->measure({items, {}, scores}, fitter->finish(), out.view());
  const Table table{"s", false, out.view()};
  const auto results = sts->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 10, 1));
  EXPECT_TRUE(std::isnan(find_result(results, "spearman").value));
  EXPECT_EQ(find_result(results, "spearman").why,
            (std::map<std::string, std::size_t>{{"needs vectors", 3}}));
}

TEST(Sts, LeavesOutAndCountsByReason) {
  auto items = some_items(30);
  items[3].rows[0].gold = NAN;
  auto values = measure(*probe("sts"), items, 30);
  values[3][0] = NAN;
  values[5][0] = NAN;
  const Table table{"s", true, values.view()};
  const auto results =
      probe("sts")->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 10, 1));
  const Result& result = find_result(results, "pearson");
  EXPECT_EQ(result.n, 28U);
  EXPECT_EQ(result.left_out, 2U);
  EXPECT_EQ(result.why,
            (std::map<std::string, std::size_t>{{"no rating", 1}, {"undefined similarity", 1}}));
  EXPECT_EQ(result.dataset, "test");
}

TEST(Sts, SummarisesEachValueOfALabelButNotNumbers) {
  auto items = some_items(202);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].labels["half"] = std::to_string(i / 2);
  const auto values = measure(*probe("sts"), items, 202);
  const Table table{"s", true, values.view()};
  const Frame frame = frame_of(items);
  std::vector<std::string> names;
  for (const auto& slice : slices(frame)) names.push_back(slice.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"all", "condition=ADV", "condition=NADV", "subset=in"}));
  const auto results = probe("sts")->summarise(frame, std::span(&table, 1), Resampler(1, 50, 1));
  EXPECT_EQ(results.size(), 12U);
  EXPECT_EQ(slices(frame_of(std::span(items).first(200))).size(), 4U + 100U);  // half
  std::vector<double> x, y;
  for (std::size_t i = 0; i < items.size(); i += 4) {
    x.push_back(values[i][0]);
    y.push_back(items[i].rows[0].gold);
  }
  const Result& subset = find_result(results, "kendall", "subset=in");
  EXPECT_EQ(subset.value, kendall_tau_b(x, y));
  EXPECT_EQ(subset.n, 51U);
  EXPECT_LT(subset.low, subset.value);
  EXPECT_GT(subset.high, subset.value);
}

void expect_near(std::span<const Result> one, std::span<const Result> other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].slice, other[i].slice);
    EXPECT_EQ(one[i].n, other[i].n);
    EXPECT_NEAR(one[i].value, other[i].value, 1e-7) << one[i].slice << one[i].name;
    EXPECT_NEAR(one[i].low, other[i].low, 1e-7);
    EXPECT_NEAR(one[i].high, other[i].high, 1e-7);
  }
}

TEST(Sts, TheOrderOfItemsIsOfNoAccount) {
  for (const char* spec : {"sts", "sts?standardize=separate"}) {
    const auto sts = probe(spec);
    auto items = some_items(60);
    const auto summary = [&] {
      const auto values = measure(*sts, items, 60);
      const Table table{"s", true, values.view()};
      return sts->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 100, 1));
    };
    const auto before = summary();
    std::reverse(items.begin(), items.end());
    std::swap(items[3], items[30]);
    expect_near(before, summary());
  }
}

TEST(Sts, BlocksGiveTheSameBitsAsTheWhole) {
  const auto items = some_items(40);
  EXPECT_TRUE(rc::check([&] {
    const auto block = *rc::gen::inRange<std::size_t>(1, 41);
    const auto spec =
        *rc::gen::element<std::string>("sts", "sts?standardize=separate", "sts?standardize=joint");
    const auto whole = measure(*probe(spec), items, items.size());
    const auto blocks = measure(*probe(spec), items, block);
    for (std::size_t i = 0; i < items.size(); ++i) RC_ASSERT(whole[i][0] == blocks[i][0]);
  }));
}

TEST(Sts, AnotherSubjectChangesNothing) {
  const auto items = some_items(40);
  const auto sts = probe("sts");
  const auto mine = measure(*sts, items, 40);
  const auto yours = measure(*sts, items, 40, 3);
  const std::vector<Table> both{{"other", true, yours.view()}, {"s", true, mine.view()}};
  const Resampler resampler(1, 100, 1);
  const auto alone = sts->summarise(frame_of(items), std::span(both).last(1), resampler);
  const auto together = sts->summarise(frame_of(items), both, resampler);
  for (const auto& result : alone) {
    const Result& same = find_result(together, result.name, result.slice);
    EXPECT_EQ(result.value, same.value);
    EXPECT_EQ(result.low, same.low);
    EXPECT_EQ(result.high, same.high);
  }
}

}  // namespace sts_test
}  // namespace sonde
