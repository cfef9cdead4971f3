#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "base/testing/shared_data.h"
#include "encoders/encode_test.h"
#include "encoders/words/tfidf_model.h"
#include "formats/lines.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace tfidf_slow_test {

using testing::ElementsAre;
using testing::HasSubstr;

TfidfModel model_of(const std::vector<std::string>& texts) {
  TfidfCounts counts;
  for (const auto& text : texts) counts.add(text);
  return counts.fit();
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  LineReader reader(file);
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  return lines;
}

double dot(const TfidfVector& a, const TfidfVector& b) {
  double sum = 0;
  auto at = b.weights.begin();
  for (const auto& [column, weight] : a.weights) {
    while (at != b.weights.end() && at->first < column) ++at;
    if (at != b.weights.end() && at->first == column) sum += weight * at->second;
  }
  return sum;
}

// Fits on the lines of `fit`, weighs those of `texts`, and compares vocabulary, idf, all weights
// and the cosine of each text with the next to scikit-learn's.
constexpr const char* kCompare = R"(
import json
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

def lines(name):
    return open(name, encoding="utf-8", newline="\n").read().split("\n")[:-1]

model = TfidfVectorizer()
model.fit(lines("fit"))
mine = open("mine", encoding="utf-8", newline="\n").read().split("\n")
words = int(mine[0])
assert words == len(model.vocabulary_), (words, len(model.vocabulary_))
vocabulary = [line.split("\t") for line in mine[1:1 + words]]
assert [word for word, _ in vocabulary] == list(model.get_feature_names_out())
assert np.abs(np.array([float(idf) for _, idf in vocabulary]) - model.idf_).max() < 1e-12
theirs = model.transform(lines("texts")).tocsr()
theirs.sort_indices()
rows = mine[1 + words:-1]
assert len(rows) == theirs.shape[0] > 0
next_ones = theirs[np.arange(1, len(rows) + 1) % len(rows)]
cosines = np.asarray(theirs.multiply(next_ones).sum(axis=1)).ravel()
for i, line in enumerate(rows):
    cosine, *weights = line.split()
    mine = [pair.split(":") for pair in weights]
    part = slice(theirs.indptr[i], theirs.indptr[i + 1])
    assert [int(column) for column, _ in mine] == theirs.indices[part].tolist(), (i, line)
    off = np.abs(np.array([float(weight) for _, weight in mine]) - theirs.data[part])
    assert off.max(initial=abs(float(cosine) - cosines[i])) < 1e-12, (i, line)
)";

testing::AssertionResult agrees_with_scikit_learn(const TemporaryFolder& folder) {
  const auto model = model_of(lines_of(folder.path() / "fit"));
  const auto texts = lines_of(folder.path() / "texts");
  std::ostringstream out;
  out.precision(std::numeric_limits<double>::max_digits10);
  out << model.dimension() << '\n';
  for (std::uint32_t column = 0; column < model.dimension(); ++column) {
    out << model.word(column) << '\t' << model.idf(column) << '\n';
  }
  std::vector<TfidfVector> vectors;
  for (const auto& text : texts) vectors.push_back(model.weigh(text));
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    out << dot(vectors[i], vectors[(i + 1) % vectors.size()]);
    for (const auto& [column, weight] : vectors[i].weights) out << ' ' << column << ':' << weight;
    out << '\n';
  }
  folder.write("mine", out.str());
  return folder.python(kCompare);
}

TEST(Tfidf, AgreesWithScikitLearnOnTheSentencesOfSts3k) {
  const auto file = shared_data("sts3k-study/datasets/STS3k_all.txt");
  if (lacks(file)) GTEST_SKIP() << kNoSharedData;
  const TemporaryFolder folder;
  std::string first, all;
  for (const auto& line : lines_of(file)) {
    const auto middle = line.find(';');
    first += line.substr(0, middle) + "\n";
    all += line.substr(0, line.rfind(';')) + "\n";
  }
  folder.write("fit", first);  // has repetitions
  folder.write("texts", all);  // has words that are not known
  EXPECT_TRUE(agrees_with_scikit_learn(folder));
}

TEST(Tfidf, AgreesWithScikitLearnOnOddTexts) {
  const TemporaryFolder folder;
  const std::string texts =
      "The THE the cat_1 don't well-known 3.50 x y2 a\n\n!!\n \t \nthe the\n"
      "\u0130stanbul I\u0307 \u0131\u0130 \u1e9e\u00df \u0149a\n"
      "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3 \u03a3 \u03a3\u03a3 a\u03a3. A\u03a3\u0301 "
      "b\u03a3c\n"
      "cafe\u0301 caf\u00e9 e\u0301e\u0301 \u0939\u093f\u0928\u094d\u0926\u0940 "
      "\u0e44\u0e17\u0e22\n"
      "\u4f60\u597d\u4e16\u754c \u65e5\u672c \u3042 \U0001f600\U0001f601 a\u200db "
      "\U00010400\U00010401\n"
      "x\u00b2 \u00bd\u00bd \u0661\u0662 \u2160\u2161 __ _ \u00aa\u00ba \uff21\uff22 "
      "\u01c4\u01c5\u01c6 \u1fab\n";
  folder.write("fit", texts);
  folder.write("texts", texts);
  EXPECT_TRUE(agrees_with_scikit_learn(folder));
}

// Tests characters that Python's tables know: ours may be newer.
TEST(Tfidf, AgreesWithScikitLearnOnAllOfUnicode) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import random, sys, unicodedata
known = [c for c in map(chr, range(sys.maxunicode + 1))
         if unicodedata.category(c) not in ("Cn", "Cs") and c not in "\0\r\n"]
draw = random.Random(1)
draw.shuffle(known)
texts = [" ".join(2 * c for c in known[i:i + 100]) for i in range(0, len(known), 100)]
common = [c for c in known if ord(c) < 0x600] + list(" aS\u03a3\u0130") * 100
texts += ["".join(draw.choice(common) for _ in range(60)) for _ in range(3000)]
texts += draw.sample(texts, 500)
for name in ("fit", "texts"):
    open(name, "w", encoding="utf-8", newline="\n").write("".join(text + "\n" for text in texts))
)"));
  EXPECT_TRUE(agrees_with_scikit_learn(folder));
}

TEST(Tfidf, TheOrderOfTheTextsChangesNothing) {
  const auto one = model_of({"a dog sleeps", "the dog", "cats sleep"});
  const auto other = model_of({"cats sleep", "a dog sleeps", "the dog"});
  ASSERT_EQ(one.dimension(), other.dimension());
  for (std::uint32_t i = 0; i < one.dimension(); ++i) {
    EXPECT_EQ(one.word(i), other.word(i));
    EXPECT_EQ(one.idf(i), other.idf(i));
  }
}

TEST(Tfidf, RefusesTextsWithoutWordsAndTooManyWords) {
  EXPECT_THAT(input_error_of([] { model_of({"a b", "!"}); }), HasSubstr("no word of two letters"));
  EXPECT_THAT(input_error_of([] { model_of({}); }), HasSubstr("no word"));
  TfidfCounts counts;
  EXPECT_THAT(input_error_of([&] {
                for (int i = 0; i <= 1 << 20; ++i) counts.add("w" + std::to_string(i));
              }),
              HasSubstr("more than 1048576 words"));
}

std::unique_ptr<Encoder> fitted(const std::string& spec,
                                const std::vector<std::string>& originals) {
  const auto fitter = test::encoder(spec)->fitter();
  for (const auto& original : originals) {
    const std::vector<Text> texts{{original}};
    fitter->add(texts);
  }
  return fitter->finish();
}

TEST(Tfidf, IsFittedOnTheOriginalsOfADataSet) {
  const auto plain = test::encoder("tfidf");
  EXPECT_EQ(plain->dimension(), 0U);
  EXPECT_THROW(test::encode(*plain, {"a dog"}), Error);
  const auto encoder = fitted("tfidf", {"the dog", "the cat"});
  EXPECT_EQ(encoder->dimension(), 3U);
  EXPECT_EQ(encoder->views()[0].what, plain->views()[0].what);
  const auto encoded = test::encode(*encoder, {"the Dog.", "dog dog barks", "a bird"});
  // ln(3 / 2) + 1 for dog, 1 for the.
  const double dog = std::log(1.5) + 1;
  EXPECT_THAT(encoded.vector(0), ElementsAre(0.0F, static_cast<float>(dog / std::hypot(dog, 1)),
                                             static_cast<float>(1 / std::hypot(dog, 1))));
  EXPECT_THAT(encoded.vector(1), ElementsAre(0.0F, 1.0F, 0.0F));
  EXPECT_EQ(encoded.remarks[1].tokens, 3U);
  EXPECT_EQ(encoded.remarks[1].kept, 3U);
  EXPECT_EQ(encoded.remarks[1].unknown, 1U);
  EXPECT_THAT(encoder->unknown_words({"Dog BARKS, a cat barks"}), ElementsAre("barks", "barks"));
}

TEST(Tfidf, ASentenceWithoutAKnownWordIsUndefined) {
  const auto encoder = fitted("tfidf", {"the dog"});
  const auto encoded = test::encode(*encoder, {"a bird flies", "x", "dog"});
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_TRUE(encoded.remarks[i].undefined);
    EXPECT_TRUE(std::isnan(encoded.vector(i)[0]) && std::isnan(encoded.vector(i)[1]));
  }
  EXPECT_FALSE(encoded.remarks[2].undefined);
}

TEST(Tfidf, VectorsDependOnTheTextAlone) {
  const std::vector<std::string> sentences{"the dog sleeps", "a cat", "the the cat", "dog"};
  const auto encoder = fitted("tfidf", sentences);
  const auto whole = test::encode(*encoder, sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto alone = test::encode(*encoder, {sentences[i]});
    EXPECT_TRUE(test::same_bits(whole.vector(i), alone.vector(0))) << i;
  }
}

TEST(Tfidf, MayBeFittedOnAFile) {
  const TemporaryFolder folder;
  const auto file = folder.write("fit.txt", "the dog\nthe cat\nthe cat\n");
  const std::string spec = "tfidf?fit=" + file.string();
  const auto encoder = fitted(spec, {"other words"});
  const auto same = fitted("tfidf", {"the dog", "the cat", "the cat"});
  EXPECT_TRUE(test::same_bits(test::encode(*encoder, {"the dog"}).vector(0),
                              test::encode(*same, {"the dog"}).vector(0)));
  const auto what = encoder->views()[0].what;
  EXPECT_NE(what, same->views()[0].what);
  EXPECT_EQ(what, test::encoder(spec)->views()[0].what);
  folder.write("fit.txt", "the dog\nthe cat\n");
  EXPECT_NE(what, test::encoder(spec)->views()[0].what);
  folder.write("fit.txt", "a\n!\n");
  EXPECT_THAT(input_error_of([&] { fitted(spec, {}); }), HasSubstr("fit.txt: the texts"));
  EXPECT_THAT(input_error_of([&] { test::encoder("tfidf?fit=" + (folder.path() / "x").string()); }),
              HasSubstr("cannot be read"));
}

TEST(Tfidf, RefusesWhatItDoesNotKnow) {
  for (const std::string spec : {"tfidf:file.txt", "tfidf?min_df=2"}) {
    try {
      test::encoder(spec);
      ADD_FAILURE() << spec;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    }
  }
}

}  // namespace tfidf_slow_test
}  // namespace sonde
