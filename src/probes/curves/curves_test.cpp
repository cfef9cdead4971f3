#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "probes/curves/curves_test.h"
#include "probes/probe_test.h"
#include "sonde/error.h"

namespace sonde {
namespace curves_test {

using test::curves_item;
using test::curves_items;
using test::probe;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> variants_of(const Item& item, const std::string& kind) {
  std::vector<std::string> variants;
  for (const auto& row : item.rows) {
    EXPECT_EQ(row.at.front(), 0U);
    EXPECT_TRUE(std::isnan(row.gold));
    if (row.label == kind) variants.push_back(item.texts.at(row.at.back()).text);
  }
  return variants;
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
  const Item item = curves_item(*probe("curves"), "Making decisions well");
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
    return variants_of(curves_item(*probe(spec), sentence, id), "fuzz");
  };
  EXPECT_EQ(drawn("curves"), drawn("curves", "other"));
  EXPECT_EQ(drawn("curves"), drawn("curves?seed=1&negation_terms=never"));
  EXPECT_NE(drawn("curves"), drawn("curves?seed=2"));
  const auto more = drawn("curves?variants=5");
  EXPECT_TRUE(std::ranges::equal(drawn("curves"), std::span(more).first(3)));
}

TEST(Curves, HasTermsOfTheDataSetsLanguage) {
  const auto all = [](const std::string& spec, const std::map<std::string, std::string>& card) {
    const Item item = curves_item(*probe(spec, card), "Ja");
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
    return curves_item(*probe(spec), sentence).left_out;
  };
  EXPECT_EQ(why("curves", ""), "blank line");
  EXPECT_EQ(why("curves", " \t\u3000"), "blank line");
  EXPECT_EQ(why("curves", "Word"), "");
  EXPECT_EQ(why("curves?min_words=2", "Word"), "fewer words than min_words");
  EXPECT_EQ(why("curves?min_words=2&max_words=2", "two words"), "");
  EXPECT_EQ(why("curves?max_words=2", "these three words"), "more words than max_words");
  EXPECT_TRUE(curves_item(*probe("curves"), "").rows.empty());
}

TEST(Curves, NegatesAsEnglishDoes) {
  const auto grammatical = probe("curves?negation=grammatical");
  const Item item = curves_item(*grammatical, "The man who lives here likes tea.");
  EXPECT_THAT(variants_of(item, "negation"),
              ElementsAre("The man who lives here does not like tea."));
  EXPECT_EQ(
      variants_of(item, "fuzz"),
      variants_of(curves_item(*probe("curves"), "The man who lives here likes tea."), "fuzz"));
}

TEST(Curves, LeavesOutWhatItCannotNegate) {
  const auto grammatical = probe("curves?negation=grammatical&min_words=2");
  const auto why = [&](const std::string& sentence) {
    const Item item = curves_item(*grammatical, sentence);
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
  const auto items = curves_items(*curves, 5);
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
  const std::vector<Item> items{curves_item(*curves, "Word")};
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

}  // namespace curves_test
}  // namespace sonde
