#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "encoders/encode_test.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace rank_test {

using testing::HasSubstr;

const std::string kRanked = "words:" + (test::golden_folder("words") / "tiny.txt").string();
constexpr const char* kCorpus = "the dog\nthe man sings\na green river\nthe dog sleeps\nthe dog\n";

double cosine_of(std::span<const float> a, std::span<const float> b) {
  const auto dot = [](auto x, auto y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

// Spearman's correlation by scipy of the cosines that numpy computes of sonde's own vectors.
constexpr const char* kOracleOfRanks = R"(
import numpy as np
from scipy.stats import spearmanr
rows = np.loadtxt('vectors.txt')
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
corpus, a, b = rows[:-2], rows[-2], rows[-1]
print(spearmanr(corpus @ a, corpus @ b)[0], a @ b, file=open('out', 'w'))
)";

TEST(Rank, TheCosineIsSpearmansCorrelationOfSimilarities) {
  const TemporaryFolder folder;
  const auto corpus = folder.write("c.txt", kCorpus);
  const std::string a = "the dog sings", b = "a river sleeps";
  const auto inner = test::encode(
      *test::encoder(kRanked),
      {"the dog", "the man sings", "a green river", "the dog sleeps", "the dog", a, b});
  std::string rows;
  for (std::size_t i = 0; i < 7; ++i) {
    for (const float x : inner.vector(i)) rows += std::to_string(x) + " ";
    rows += "\n";
  }
  folder.write("vectors.txt", rows);
  ASSERT_TRUE(folder.python(kOracleOfRanks));
  double spearman = 0, own = 0;
  std::ifstream(folder.path() / "out") >> spearman >> own;
  const std::string spec = "rank:" + kRanked + "?corpus=" + corpus.string();
  const auto encoder = test::encoder(spec);
  EXPECT_EQ(encoder->dimension(), 5U);
  const auto ranked = test::encode(*encoder, {a, b});
  EXPECT_NEAR(cosine_of(ranked.vector(0), ranked.vector(1)), spearman, 1e-6);
  const auto mixed = test::encode(*test::encoder(spec + "&weight=0.25"), {a, b});
  EXPECT_NEAR(cosine_of(mixed.vector(0), mixed.vector(1)), .25 * own + .75 * spearman, 1e-5);
}

TEST(Rank, WhatHasNoVectorHasNoRanks) {
  const TemporaryFolder folder;
  const auto corpus = folder.write("c.txt", kCorpus);
  const auto encoded = test::encode(
      *test::encoder("rank:" + kRanked + "?corpus=" + corpus.string()), {"zebra", "dog"});
  EXPECT_TRUE(encoded.remarks[0].undefined);
  EXPECT_TRUE(std::isnan(encoded.vector(0)[0]));
  EXPECT_FALSE(encoded.remarks[1].undefined);
}

TEST(Rank, AnEncodersOptionsArePercentEncodedAndItsViewsKept) {
  const TemporaryFolder folder;
  const auto corpus = folder.write("c.txt", kCorpus);
  const auto encoder = test::encoder("rank:" + test::golden("plain-bert") +
                                     "%3Flayer=0,1?corpus=" + corpus.string());
  ASSERT_EQ(encoder->views().size(), 2U);
  const auto encoded = test::encode(*encoder, {"a dog", "the old stone"});
  const auto alone = test::encode(
      *test::encoder("rank:" + test::golden("plain-bert") + "%3Flayer=1?corpus=" + corpus.string()),
      {"a dog"});
  EXPECT_TRUE(test::same_bits(encoded.vector(0, 1), alone.vector(0)));
}

TEST(Rank, TheCorpusIsPartOfWhatItIs) {
  const TemporaryFolder folder;
  const auto what = [&](const std::string& text, const std::string& options) {
    const auto corpus = folder.write("c.txt", text);
    return test::encoder("rank:random?corpus=" + corpus.string() + options)->views()[0].what;
  };
  EXPECT_NE(what("a\nb\n", ""), what("a\nc\n", ""));
  EXPECT_NE(what("a\nb\n", ""), what("a\nb\n", "&weight=0.5"));
}

TEST(Rank, BadCorporaAndEncodersAreTold) {
  const TemporaryFolder folder;
  const auto corpus = folder.write("c.txt", "the dog\nzebra\n").string();
  const auto one = folder.write("one.txt", "the dog\n").string();
  EXPECT_THAT(input_error_of([&] {
                test::encode(*test::encoder("rank:" + kRanked + "?corpus=" + corpus), {"dog"});
              }),
              HasSubstr("c.txt:2: the encoder has no vector for this sentence"));
  EXPECT_THAT(input_error_of([&] { test::encoder("rank:random?corpus=" + one); }),
              HasSubstr("fewer than two"));
  const auto usage = [](const std::string& spec) {
    try {
      test::encoder(spec);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(usage("rank:"), HasSubstr("rank:minilm?corpus="));
  EXPECT_THAT(usage("rank:random"), HasSubstr("corpus=FILE"));
  EXPECT_THAT(usage("rank:random?corpus=" + corpus + "&weight=2"), HasSubstr("[0, 1]"));
  EXPECT_THAT(usage("rank:tfidf?corpus=" + corpus), HasSubstr("is fitted on each data set"));
}

}  // namespace rank_test
}  // namespace sonde
