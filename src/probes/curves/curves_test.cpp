#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"
#include "probes/probe_test.h"
#include "sonde/error.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace curves_test {

using test::find_result;
using test::frame_of;
using test::probe;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Item item_of(const Probe& curves, const std::string& sentence, const std::string& id = "1") {
  Record record;
  record.id = id;
  record.values = {sentence};
  return curves.item(std::move(record));
}

std::vector<std::string> variants_of(const Item& item, const std::string& kind) {
  std::vector<std::string> variants;
  for (const auto& row : item.rows) {
    EXPECT_EQ(row.at.front(), 0U);
    EXPECT_TRUE(std::isnan(row.gold));
    if (row.label == kind) variants.push_back(item.texts.at(row.at.back()).text);
  }
  return variants;
}

std::vector<Item> some_items(const Probe& curves, int count) {
  std::vector<Item> items;
  for (int i = 0; i < count; ++i) {
    items.push_back(item_of(curves, "Number " + std::to_string(i) + " is a number of its own",
                            std::to_string(i)));
  }
  return items;
}

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::runtime_error("no error");
}

TEST(Curves, AnItemIsAnOriginalWithItsVariants) {
  const Item item = item_of(*probe("curves"), "Making decisions well");
  EXPECT_EQ(item.left_out, "");
  ASSERT_EQ(item.texts.size(), 7U);
  ASSERT_EQ(item.rows.size(), 6U);
  EXPECT_EQ(item.texts[0].text, "Making decisions well");
  EXPECT_TRUE(item.texts[0].original && item.texts[0].side == Side::kFirst);
  for (std::size_t i = 1; i < 7; ++i) {
    EXPECT_FALSE(item.texts[i].original);
    EXPECT_EQ(item.texts[i].side, Side::kSecond);
  }
  const auto negated = variants_of(item, "negation");
  EXPECT_THAT(negated, testing::UnorderedElementsAre("not Making decisions well",
                                                     "Making not decisions well",
                                                     "Making decisions not well"));
  EXPECT_EQ(variants_of(item, "fuzz").size(), 3U);
}

TEST(Curves, VariantsHangOnTheSentenceAndTheSeedAlone) {
  const std::string sentence = "one two three four five six seven eight nine ten";
  const auto drawn = [&](const std::string& spec, const std::string& id = "1") {
    return variants_of(item_of(*probe(spec), sentence, id), "fuzz");
  };
  EXPECT_EQ(drawn("curves"), drawn("curves", "other"));
  EXPECT_EQ(drawn("curves"), drawn("curves?seed=1&negation_terms=never"));
  EXPECT_NE(drawn("curves"), drawn("curves?seed=2"));
  const auto more = drawn("curves?variants=5");
  EXPECT_TRUE(std::ranges::equal(drawn("curves"), std::span(more).first(3)));
}

TEST(Curves, HasTermsOfTheDataSetsLanguage) {
  const auto all = [](const std::string& spec, const std::map<std::string, std::string>& card) {
    const Item item = item_of(*probe(spec, card), "Ja");
    return std::pair(variants_of(item, "fuzz"), variants_of(item, "negation"));
  };
  const auto sorted = [](auto texts) {
    std::ranges::sort(texts);
    return texts;
  };
  auto [fuzz, negation] = all("curves", {{"language", "nl"}});
  EXPECT_THAT(sorted(fuzz), ElementsAre("de Ja", "het Ja"));
  EXPECT_THAT(negation, ElementsAre("niet Ja"));
  EXPECT_THAT(sorted(all("curves", {}).first), ElementsAre("a Ja", "the Ja"));
  EXPECT_THAT(sorted(all("curves?language=en", {{"language", "nl"}}).first),
              ElementsAre("a Ja", "the Ja"));
  const std::map<std::string, std::string> german{
      {"language", "de"}, {"fuzz_terms", "der, die"}, {"negation_terms", "gar nicht"}};
  EXPECT_THAT(sorted(all("curves", german).first), ElementsAre("der Ja", "die Ja"));
  EXPECT_THAT(all("curves", german).second, ElementsAre("gar nicht Ja"));
  EXPECT_THAT(all("curves?fuzz_terms=ein", german).first, ElementsAre("ein Ja"));
}

TEST(Curves, LeavesOutWhatHasNoWordsOrTheWrongNumber) {
  const auto why = [](const std::string& spec, const std::string& sentence) {
    return item_of(*probe(spec), sentence).left_out;
  };
  EXPECT_EQ(why("curves", ""), "blank line");
  EXPECT_EQ(why("curves", " \t\u3000"), "blank line");
  EXPECT_EQ(why("curves", "Word"), "");
  EXPECT_EQ(why("curves?min_words=2", "Word"), "fewer words than min_words");
  EXPECT_EQ(why("curves?min_words=2&max_words=2", "two words"), "");
  EXPECT_EQ(why("curves?max_words=2", "these three words"), "more words than max_words");
  EXPECT_TRUE(item_of(*probe("curves"), "").rows.empty());
}

TEST(Curves, NegatesAsEnglishDoes) {
  const auto grammatical = probe("curves?negation=grammatical");
  const Item item = item_of(*grammatical, "The man who lives here likes tea.");
  EXPECT_THAT(variants_of(item, "negation"),
              ElementsAre("The man who lives here does not like tea."));
  EXPECT_EQ(variants_of(item, "fuzz"),
            variants_of(item_of(*probe("curves"), "The man who lives here likes tea."), "fuzz"));
}

TEST(Curves, LeavesOutWhatItCannotNegate) {
  const auto grammatical = probe("curves?negation=grammatical&min_words=2");
  const auto why = [&](const std::string& sentence) {
    const Item item = item_of(*grammatical, sentence);
    EXPECT_TRUE(item.rows.empty());
    return item.left_out;
  };
  EXPECT_EQ(why("He never smokes."), "negated already");
  EXPECT_EQ(why("a mute appeal"), "no main clause");
  EXPECT_EQ(why("Colorless green ideas the of sleep."), "not parsed");
  EXPECT_EQ(why("They put the book there."), "no rule");
  EXPECT_EQ(why("Go"), "fewer words than min_words");
}

TEST(Curves, RefusesBadOptions) {
  for (const char* option : {"variants=0",
                             "variants=-1",
                             "variants=1001",
                             "bandwidth=0",
                             "bandwidth=nan",
                             "bandwidth=-0.2",
                             "bandwidth=inf",
                             "bandwidth=",
                             "bandwidth=scot",
                             "fuzz_terms=",
                             "fuzz_terms=a,,the",
                             "negation_terms=%20",
                             "negation_terms=not,",
                             "passed=100",
                             "passed=-1",
                             "passed=x",
                             "cosine=correct",
                             "min_words=0",
                             "min_words=5&max_words=4",
                             "language=de",
                             "term=a",
                             "negation=none",
                             "negation=grammatical&language=nl",
                             "negation=grammatical&negation_terms=never",
                             "seed=-1"}) {
    const Error error = error_of([&] { probe(std::string("curves?") + option); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << option;
  }
  EXPECT_THAT(error_of([] { probe("curves?fuzz_terms=a,,b"); }).message(),
              HasSubstr("an empty term in fuzz_terms=a,,b"));
  EXPECT_THAT(error_of([] { probe("curves?bandwidth=nan"); }).message(),
              StartsWith("bandwidth=nan is neither a number above 0, scott nor silverman"));
}

TEST(Curves, RefusesBadKeysOfACard) {
  const auto error = [](const std::map<std::string, std::string>& card) {
    return error_of([&] { probe("curves", card); });
  };
  EXPECT_EQ(error({{"fuzz_terms", ""}}).kind(), ErrorKind::kInput);
  EXPECT_EQ(error({{"fuzz_terms", ""}}).place().column, "fuzz_terms");
  EXPECT_EQ(error({{"min_words", "few"}}).place().column, "min_words");
  EXPECT_EQ(error({{"fuz_terms", "a"}}).place().column, "fuz_terms");
}

TEST(Curves, MeasuresTheCosineOfEachVariantWithItsOriginal) {
  const auto curves = probe("curves?variants=2");
  const auto items = some_items(*curves, 5);
  const auto vectors = test::vectors_of(items, 8);
  MatrixOf<double> out(test::count_rows(items), 1);
  curves->measure({items, vectors.view(), {}}, {}, out.view());
  std::size_t text = 0, row = 0;
  for (const auto& item : items) {
    for (const auto& variant : item.rows) {
      EXPECT_EQ(out[row++][0], cosine(vectors[text], vectors[text + variant.at[1]]));
    }
    text += item.texts.size();
  }
  const std::vector<double> similarities(out.rows(), 0.25);
  curves->measure({items, {}, similarities}, {}, out.view());
  for (std::size_t i = 0; i < out.rows(); ++i) EXPECT_EQ(out[i][0], 0.25);
  EXPECT_FALSE(curves->measurements()[0].needs_vectors);
}

double measured(const std::string& spec, std::vector<float> original, std::vector<float> variant) {
  const auto curves = probe(spec);
  const std::vector<Item> items{item_of(*curves, "Word")};
  MatrixOf<float> vectors(items[0].texts.size(), original.size());
  for (std::size_t i = 0; i < vectors.rows(); ++i) {
    std::ranges::copy(i == 0 ? original : variant, vectors[i].begin());
  }
  MatrixOf<double> out(items[0].rows.size(), 1);
  curves->measure({items, vectors.view(), {}}, {}, out.view());
  return out[0][0];
}

// numpy: round(x, 2) is rint(100 x) / 100, which is 0 up to 0.005, itself included.
TEST(Curves, HasThePublishedCosineToo) {
  const std::string published = "curves?cosine=published";
  EXPECT_TRUE(probe(published)->measurements()[0].needs_vectors);
  EXPECT_NEAR(measured("curves", {0.5F, -0.5F}, {0.5F, -0.4F}), 0.9 / std::sqrt(0.82), 1e-7);
  EXPECT_EQ(measured(published, {0.5F, -0.5F}, {0.5F, -0.4F}), -1);     // sums 0 and 0.1
  EXPECT_EQ(measured(published, {1, -0.9375F}, {1, -0.921875F}), -1);   // product .00488
  EXPECT_GT(measured(published, {1, -0.9375F}, {1, -0.90625F}), 0.99);  // product .00586
  EXPECT_EQ(measured(published, {-1, 0.9375F}, {1, -0.921875F}), -1);   // below 0 too
  EXPECT_EQ(measured(published, {0, 0}, {1, 1}), -1);                   // a zero vector
  EXPECT_TRUE(std::isnan(measured("curves", {0, 0}, {1, 1})));
  EXPECT_TRUE(std::isnan(measured(published, {NAN, 1}, {1, 1})));
}

// A subject's cosines, kind by kind.
struct Told {
  std::vector<Item> items;
  Frame frame;
  MatrixOf<double> values;
  std::vector<Table> tables() const { return {{"s", true, values.view()}}; }
};

Told told(const Probe& curves, int count) {
  Told told{some_items(curves, count), {}, {}};
  told.frame = frame_of(told.items);
  told.values = MatrixOf<double>(told.frame.rows(), 1);
  for (std::size_t row = 0; row < told.frame.rows(); ++row) {
    const double noise = unit_interval(random_bits(1, 2, row));
    told.values[row][0] =
        told.frame.row_labels[row] == "fuzz" ? 0.99 - noise / 10 : 0.95 - noise / 5;
  }
  return told;
}

double deviation(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values)
    squares += std::pow(value - sum / static_cast<double>(values.size()), 2);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

TEST(Curves, ResultsAreThoseOfTheSeparation) {
  const auto curves = probe("curves?bandwidth=scott&passed=10");
  const Told all = told(*curves, 50);
  std::vector<double> fuzz, negation;
  std::vector<std::uint32_t> fuzz_items, negation_items;
  for (std::size_t row = 0; row < all.frame.rows(); ++row) {
    const bool fuzzed = all.frame.row_labels[row] == "fuzz";
    (fuzzed ? fuzz : negation).push_back(all.values[row][0]);
    (fuzzed ? fuzz_items : negation_items).push_back(all.frame.item_of_row[row]);
  }
  const Separation expected =
      separation({fuzz, fuzz_items}, {negation, negation_items}, {{BandwidthRule::kScott}, 0.1});
  const auto results = curves->summarise(all.frame, all.tables(), Resampler(1, 200));
  const auto check = [&](const char* name, double value) {
    const Result& result = find_result(results, name);
    EXPECT_DOUBLE_EQ(result.value, value) << name;
    EXPECT_LE(result.low, result.value + 1e-12) << name;
    EXPECT_GE(result.high, result.value - 1e-12) << name;
    EXPECT_EQ(result.n, 50U);
    EXPECT_EQ(result.left_out, 0U);
  };
  check("overlap", expected.overlap);
  check("auc", expected.auc);
  check("threshold", expected.best.cosine);
  check("balanced_error", expected.best.balanced_error);
  check("threshold_at_fpr", expected.limit.cosine);
  check("tpr_at_fpr", expected.limit.true_positive_rate);
  check("fuzz_mean", expected.fuzzed_mean);
  check("negation_mean", expected.negated_mean);
  check("fuzz_sd", deviation(fuzz));
  check("negation_sd", deviation(negation));
  EXPECT_EQ(find_result(results, "overlap").better, Better::kLower);
  EXPECT_EQ(find_result(results, "auc").better, Better::kHigher);
  const auto series = curves->series(all.frame, all.tables());
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].name, "fuzz");
  EXPECT_EQ(series[1].name, "negation");
  EXPECT_EQ(series[1].values, expected.negated.shares);
  EXPECT_EQ(series[0].first, -1);
  EXPECT_DOUBLE_EQ(series[0].step, 0.001);
  EXPECT_EQ(series[0].values.size(), 2001U);
}

TEST(Curves, LeavesOutItemsWithoutACosine) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  some.frame.left_out = {{"blank line", 3}};
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.item_of_row[row] == 7) some.values[row][0] = NAN;
    if (some.frame.item_of_row[row] == 8 && some.frame.row_labels[row] == "fuzz") {
      some.values[row][0] = NAN;
    }
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_EQ(overlap.n, 39U);
  EXPECT_EQ(overlap.left_out, 7U);
  EXPECT_EQ(overlap.why,
            (std::map<std::string, std::size_t>{
                {"blank line", 3},
                {"undefined similarity", 1},
                {"undefined similarity of a variant, of an original that counts", 3}}));
  EXPECT_FALSE(std::isnan(overlap.value));
  const Scores scores = curves->scores(some.frame, some.tables()[0]);
  EXPECT_TRUE(std::isnan(scores.values[7]) && std::isnan(scores.values[8]));
  EXPECT_GT(scores.values[9], 0);
  EXPECT_EQ(scores.passes_above, 0);
}

// A scorer may rate from 0 to 5. Half precision rounds a cosine of 1 up to 1.004.
TEST(Curves, OfAnotherScaleAreNone) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  some.values[0][0] = 1.005;
  const auto summarised = [&] {
    return curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  };
  EXPECT_FALSE(std::isnan(find_result(summarised(), "overlap").value));
  some.values[0][0] = 1.02;
  const auto results = summarised();
  EXPECT_TRUE(std::isnan(find_result(results, "overlap").value));
  EXPECT_TRUE(find_result(results, "overlap")
                  .why.contains("no curve of fuzz: similarities beyond -1 and 1"));
  EXPECT_FALSE(std::isnan(find_result(results, "auc").value));
  const auto series = curves->series(some.frame, some.tables());
  EXPECT_TRUE(std::isnan(series[0].values[1000]) && !std::isnan(series[1].values[1000]));
}

// Nine originals have a fuzzed variant with a cosine.
TEST(Curves, CountOriginalsKindByKind) {
  const auto curves = probe("curves");
  Told some = told(*curves, 40);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.item_of_row[row] >= 9 && some.frame.row_labels[row] == "fuzz") {
      some.values[row][0] = NAN;
    }
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping());
  for (const std::string name : {"fuzz_mean", "fuzz_sd", "overlap", "auc", "balanced_error"}) {
    const Result& found = find_result(results, name);
    EXPECT_FALSE(std::isnan(found.value)) << name;
    EXPECT_TRUE(found.why.contains(kNoInterval)) << name;
    EXPECT_EQ(found.replicates.items, 9U) << name;
    EXPECT_EQ(found.n, name.starts_with("fuzz") ? 9U : 40U) << name;
    EXPECT_EQ(found.left_out, name.starts_with("fuzz") ? 31U : 93U) << name;
  }
  for (const auto* name : {"negation_mean", "negation_sd", "threshold_at_fpr"}) {
    EXPECT_EQ(find_result(results, name).n, 40U) << name;
    EXPECT_EQ(find_result(results, name).left_out, 0U) << name;
    EXPECT_FALSE(std::isnan(find_result(results, name).low)) << name;
  }
}

// The rows of each kind together, and those without a cosine after them.
Told sorted(const Told& told) {
  std::array<std::vector<std::size_t>, 3> rows;
  for (std::size_t row = 0; row < told.frame.rows(); ++row) {
    rows.at(std::isnan(told.values[row][0]) ? 2 : told.frame.row_labels.code(row)).push_back(row);
  }
  Told other{told.items, told.frame, MatrixOf<double>(told.frame.rows(), 1)};
  other.frame.item_of_row.clear();
  CodedTexts labels;
  for (const auto& part : rows) {
    for (const std::size_t row : part) {
      other.values[other.frame.item_of_row.size()][0] = told.values[row][0];
      other.frame.item_of_row.push_back(told.frame.item_of_row[row]);
      labels.push_back(told.frame.row_labels[row]);
    }
  }
  other.frame.row_labels = labels;
  return other;
}

TEST(Curves, OfSortedRowsAreTheSame) {
  const auto curves = probe("curves");
  for (const bool both_kinds : {true, false}) {
    Told some = told(*curves, 40);
    for (std::size_t row = 0; row < some.frame.rows(); ++row) {
      const bool fuzzed = some.frame.row_labels[row] == "fuzz";
      const auto item = some.frame.item_of_row[row];
      if (item == 7 || item == 39 || (item == 8 && fuzzed) || !(both_kinds || fuzzed)) {
        some.values[row][0] = NAN;
      }
    }
    const Told other = sorted(some);
    const auto a = curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping());
    const auto b = curves->summarise(other.frame, other.tables(), Resampler(1, 50).keeping());
    ASSERT_EQ(a.size(), b.size());
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_TRUE(same(a[i].value, b[i].value) && same(a[i].low, b[i].low)) << a[i].name;
      EXPECT_TRUE(std::ranges::equal(a[i].replicates.values, b[i].replicates.values, same));
      EXPECT_EQ(a[i].replicates.items, b[i].replicates.items);
      EXPECT_EQ(a[i].n, b[i].n);
      EXPECT_EQ(a[i].why, b[i].why);
    }
  }
}

// Ten originals whose kinds are apart: few others overlap, not none.
TEST(Curves, HaveIntervalsWhereReplicatesDoNotVary) {
  const auto curves = probe("curves");
  Told some = told(*curves, 10);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "negation") some.values[row][0] -= 0.7;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50).keeping());
  for (const auto* name :
       {"overlap", "balanced_error", "false_negative_rate", "false_positive_rate"}) {
    EXPECT_EQ(find_result(results, name).low, 0) << name;
    EXPECT_EQ(find_result(results, name).high, wilson(0, 10).high) << name;
    EXPECT_EQ(find_result(results, name).replicates.scale, Scale::kBounded) << name;
  }
  EXPECT_EQ(find_result(results, "auc").low, wilson(10, 10).low);
  EXPECT_EQ(find_result(results, "auc").high, 1);
}

TEST(Curves, HaveNoIntervalOfAnErrorThatIsHalfInAllReplicates) {
  const auto curves = probe("curves");
  Told some = told(*curves, 12);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "fuzz") some.values[row][0] -= 0.7;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& error = find_result(results, "balanced_error");
  EXPECT_EQ(error.value, 0.5);
  EXPECT_TRUE(std::isnan(error.low) && std::isnan(error.high));
  EXPECT_TRUE(error.why.contains("no interval of balanced_error: the same in all replicates"));
}

TEST(Curves, SaysWhyThereIsNoCurve) {
  const auto curves = probe("curves");
  Told some = told(*curves, 12);
  for (std::size_t row = 0; row < some.frame.rows(); ++row) {
    if (some.frame.row_labels[row] == "fuzz") some.values[row][0] = 1;
  }
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_TRUE(std::isnan(overlap.value) && std::isnan(overlap.low));
  ASSERT_EQ(overlap.why.size(), 1U);
  EXPECT_THAT(overlap.why.begin()->first, StartsWith("no curve of fuzz: "));
  EXPECT_EQ(overlap.why.begin()->second, 0U);
  EXPECT_EQ(find_result(results, "auc").value, 1);
  EXPECT_TRUE(std::isnan(curves->series(some.frame, some.tables())[0].values[1000]));
}

TEST(Curves, SaysWhyAnOverlapHasNoInterval) {
  const auto curves = probe("curves?bandwidth=0.0003");  // needs more bins than there may be
  const Told some = told(*curves, 50);
  const auto results = curves->summarise(some.frame, some.tables(), Resampler(1, 50));
  const Result& overlap = find_result(results, "overlap");
  EXPECT_FALSE(std::isnan(overlap.value));
  EXPECT_TRUE(std::isnan(overlap.low));
  EXPECT_TRUE(overlap.why.contains("no interval of overlap: undefined in most replicates"));
  EXPECT_TRUE(find_result(results, "auc").why.empty());
}

TEST(Curves, OneSentenceHasValuesButNoInterval) {
  const auto curves = probe("curves");
  const Told one = told(*curves, 1);
  const auto results = curves->summarise(one.frame, one.tables(), Resampler(1, 50));
  EXPECT_FALSE(std::isnan(find_result(results, "overlap").value));
  EXPECT_TRUE(std::isnan(find_result(results, "overlap").low));
}

TEST(Curves, ForeignMeasurementsAreRefused) {
  const auto curves = probe("curves");
  Told some = told(*curves, 3);
  some.frame.row_labels.resize(some.frame.rows() - 1);
  some.frame.row_labels.push_back("typo");
  EXPECT_THROW(curves->summarise(some.frame, some.tables(), Resampler(1, 50)), Error);
  Told other = told(*curves, 3);
  other.values = MatrixOf<double>(2, 1);
  EXPECT_THROW(curves->summarise(other.frame, other.tables(), Resampler(1, 50)), Error);
}

}  // namespace curves_test
}  // namespace sonde
