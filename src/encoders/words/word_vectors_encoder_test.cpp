#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "encoders/encode_test.h"
#include "encoders/words/sif.h"
#include "encoders/words/word_combination.h"
#include "encoders/words/word_forms.h"
#include "formats/testing/formats.h"
#include "formats/words/word_vectors.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace word_vectors_encoder_test {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFolder = test::golden_folder("words").string() + "/";
const std::string kTiny = "words:" + kFolder + "tiny.txt";
const std::string kOther = "words:" + kFolder + "other.vec";
const std::string kBoth = kTiny + "+" + kFolder + "other.vec";

std::vector<float> vector_of(const std::string& spec, const std::string& sentence) {
  const auto encoder = test::encoder(spec);
  const auto encoded = test::encode(*encoder, {sentence});
  const auto vector = encoded.vector(0);
  return {vector.begin(), vector.end()};
}

std::vector<double> row(const std::string& file, const std::string& word) {
  const WordVectors vectors(kFolder + file);
  std::vector<float> numbers(vectors.dimension());
  vectors.read(vectors.find(word).value(), numbers);
  return {numbers.begin(), numbers.end()};
}

std::vector<double> tiny(const std::string& word) { return row("tiny.txt", word); }

void expect_near(const std::vector<float>& given, const std::vector<double>& expected) {
  ASSERT_EQ(given.size(), expected.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(given[i]), expected[i], 1e-7 + 1e-7 * std::abs(expected[i]));
  }
}

Remark remark_on(const std::string& spec, const std::string& sentence) {
  return test::encode(*test::encoder(spec), {sentence}).remarks[0];
}

std::vector<std::string> unknown_in(const std::string& spec, const std::string& sentence) {
  return test::encoder(spec)->unknown_words({sentence});
}

std::string error_of(const std::string& spec) {
  try {
    test::encoder(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(WordForms, PartsOfWords) {
  EXPECT_THAT(parts_of_word("don't"), ElementsAre("do", "n't"));
  EXPECT_THAT(parts_of_word("DON'T"), ElementsAre("DO", "N'T"));
  EXPECT_THAT(parts_of_word("well-known"), ElementsAre("well", "known"));
  EXPECT_THAT(parts_of_word("mother-in-law's"), ElementsAre("mother", "in", "law", "'s"));
  EXPECT_THAT(parts_of_word("o'clock"), ElementsAre("o", "clock"));
  EXPECT_THAT(parts_of_word("dog"), ElementsAre("dog"));
  EXPECT_EQ(plain_word("cafe\u0301\u2019s"), "caf\u00e9's");
}

TEST(WordVectorsOfSentences, HaveTheVersionOfUnicodeThatLowersWordsInTheirIdentity) {
  EXPECT_THAT(test::encoder(kTiny)->views()[0].numerics, HasSubstr("Unicode " + unicode_version()));
}

TEST(WordVectorsOfSentences, MeanSumAndProduct) {
  const auto dog = tiny("dog"), sleeps = tiny("sleeps");
  std::vector<double> mean, sum, product;
  for (std::size_t i = 0; i < dog.size(); ++i) {
    sum.push_back(dog[i] + sleeps[i] + dog[i]);
    mean.push_back(sum.back() / 3);
    product.push_back(dog[i] * dog[i] * sleeps[i]);
  }
  expect_near(vector_of(kTiny, "Dog sleeps, dog!"), mean);
  expect_near(vector_of(kTiny + "?combine=sum", "dog sleeps dog zebra"), sum);
  expect_near(vector_of(kTiny + "?combine=mult", "dog sleeps dog"), product);
}

TEST(WordVectorsOfSentences, CircularConvolution) {
  const auto a = tiny("dog"), b = tiny("sleeps");
  const std::size_t n = a.size();
  std::vector<double> expected(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) expected[k] += a[i] * b[(k + n - i) % n];
  }
  expect_near(vector_of(kTiny + "?combine=conv", "dog sleeps"), expected);
  expect_near(vector_of(kTiny + "?combine=conv", "dog"), a);
}

// Prints, for each sentence of known words, the STS3k study's convolution.
constexpr const char* kScipy = R"(
import sys
import numpy as np
from scipy.ndimage import convolve
rows = [line.split() for line in open(sys.argv[1], encoding='utf-8')]
vectors = {r[0]: np.array([np.float32(x) for x in r[1:]]).astype(float) for r in rows if len(r) > 2}
for sentence in sys.argv[2:]:
    out, *others = [vectors[word] for word in sentence.split()]
    for vector in others:
        out = convolve(out, vector, mode='wrap')
    print(*out)
)";

TEST(WordVectorsOfSentences, PublishedConvolutionIsScipys) {
  const TemporaryFolder folder;
  folder.write("oracle.py", kScipy);
  folder.write("even.txt", "a 1 2 3 4\nb .5 -1 0 2\nc 3 1 -1 .25\n");
  folder.write("odd.txt", "a 1 2 3 4 5\nb .5 -1 0 2 1\nc 3 1 -1 .25 2\n");
  const std::vector<std::string> sentences{"a", "a b", "c a b", "b a c b a"};
  for (const std::string name : {"even.txt", "odd.txt"}) {
    const std::string file = (folder.path() / name).string();
    std::string command = "'" SONDE_VENV_PYTHON "' -B '" + (folder.path() / "oracle.py").string() +
                          "' '" + file + "'";
    for (const auto& sentence : sentences) command += " '" + sentence + "'";
    ASSERT_EQ(std::system((command + " > '" + file + ".out'").c_str()), 0);
    std::ifstream out(file + ".out");
    for (const auto& sentence : sentences) {
      const auto vector = vector_of("words:" + file + "?combine=conv&published=true", sentence);
      std::vector<double> expected(vector.size());
      for (double& number : expected) ASSERT_TRUE(out >> number);
      expect_near(vector, expected);
    }
  }
}

TEST(WordVectorsOfSentences, TheTensorIsOfTheFirstTwoContentWords) {
  const std::string spec = kTiny + "?combine=tensor&stopwords=" + kFolder + "stopwords.txt";
  const auto a = tiny("dog"), b = tiny("sleeps");
  std::vector<double> expected;
  for (const double x : a) {
    for (const double y : b) expected.push_back(x * y);
  }
  expect_near(vector_of(spec, "the dog sleeps"), expected);
  expect_near(vector_of(spec, "dog zebra sleeps dog"), expected);
  EXPECT_NE(vector_of(spec, "sleeps dog"), vector_of(spec, "dog sleeps"));
  EXPECT_TRUE(remark_on(spec, "the dog").undefined);
}

TEST(WordVectorsOfSentences, ATensorOfWideVectorsIsRefused) {
  const TemporaryFolder folder;
  std::string row = "a";
  for (int i = 0; i < 1025; ++i) row += " 1";
  const auto file = folder.write("wide.txt", row + "\n");
  try {
    test::encoder("words:" + file.string() + "?combine=tensor");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("squares the 1025 numbers"));
  }
}

TEST(WordVectorsOfSentences, PowerMeans) {
  const auto a = tiny("dog"), b = tiny("sleeps");
  std::vector<double> expected;
  const auto add = [&](const auto& of) {
    for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(of(a[i], b[i]));
  };
  add([](double x, double y) { return std::min(x, y); });
  add([](double x, double y) { return (x + y) / 2; });
  add([](double x, double y) { return std::sqrt((x * x + y * y) / 2); });
  add([](double x, double y) { return std::cbrt((x * x * x + y * y * y) / 2); });
  add([](double x, double y) { return std::max(x, y); });
  expect_near(vector_of(kTiny + "?combine=pmeans", "dog sleeps"), expected);
  expected.clear();
  add([](double x, double y) { return std::pow((std::pow(x, 4) + std::pow(y, 4)) / 2, .25); });
  add([](double x, double y) { return 2 / (1 / x + 1 / y); });
  add([](double x, double y) { return std::pow((std::pow(x, -2) + std::pow(y, -2)) / 2, -.5); });
  expect_near(vector_of(kTiny + "?combine=pmeans&p=4,-1,-2", "sleeps dog"), expected);
}

TEST(WordVectorsOfSentences, PowersThatAreNotRealAreRefused) {
  for (const char* powers : {"0", "0.5", "1,1", "65", "", "1,", "nan"}) {
    EXPECT_THROW(parse_powers(powers), Error) << powers;
  }
}

TEST(WordVectorsOfSentences, EachFileCombinesTheWordsThatItHas) {
  const auto man = tiny("man"), of = tiny("of");
  const auto other = row("other.vec", "man");
  std::vector<double> expected;
  for (std::size_t i = 0; i < man.size(); ++i) expected.push_back((man[i] + of[i]) / 2);
  expected.insert(expected.end(), other.begin(), other.end());
  expect_near(vector_of(kBoth, "man of"), expected);
  expected = std::vector<double>(6);  // no word of it in the first file
  const auto cat = row("other.vec", "cat");
  expected.insert(expected.end(), cat.begin(), cat.end());
  expect_near(vector_of(kBoth, "cat"), expected);
  EXPECT_EQ(remark_on(kBoth, "cat of zebra").unknown, 1U);
}

TEST(WordVectorsOfSentences, LowerCase) {
  const auto capital = tiny("Paris"), small = tiny("paris"), dog = tiny("dog");
  expect_near(vector_of(kTiny, "Paris"), capital);
  expect_near(vector_of(kTiny, "PARIS"), small);
  expect_near(vector_of(kTiny + "?lower=true", "Paris"), small);
  expect_near(vector_of(kTiny + "?lower=false", "Paris"), capital);
  expect_near(vector_of(kTiny, "Dog"), dog);
  EXPECT_EQ(remark_on(kTiny + "?lower=false", "Dog").unknown, 1U);
}

TEST(WordVectorsOfSentences, WordsThatTheFileLacksAreTriedInParts) {
  EXPECT_THAT(unknown_in(kTiny, "We don\u2019t: a well-known dog's o'clock"), ElementsAre());
  EXPECT_EQ(remark_on(kTiny, "don't well-known").tokens, 4U);
  EXPECT_EQ(remark_on(kBoth, "don't well-known").tokens, 3U);  // the other has it whole
  EXPECT_THAT(unknown_in(kTiny, "zebra dog Zebra zebra-dog's x"),
              ElementsAre("zebra", "Zebra", "zebra", "x"));
  EXPECT_EQ(remark_on(kTiny, "zebra dog zebra-dog's").unknown, 2U);
  EXPECT_EQ(remark_on(kTiny + "?split=spaces", "dog's , dog .").tokens, 4U);
  EXPECT_THAT(unknown_in(kTiny + "?split=spaces", "dog's , dog ."), ElementsAre("dog's"));
}

TEST(WordVectorsOfSentences, StopWordsAreLeftOut) {
  const std::string spec = kTiny + "?stopwords=" + kFolder + "stopwords.txt";
  EXPECT_EQ(vector_of(spec, "THE dog of a"), vector_of(kTiny, "dog"));
  EXPECT_EQ(remark_on(spec, "THE dog of a").tokens, 1U);
  EXPECT_TRUE(remark_on(spec, "the of").undefined);
}

TEST(WordVectorsOfSentences, WithoutAKnownWordThereIsNone) {
  for (const char* combine : {"mean", "sum", "mult", "conv", "pmeans", "sif&components=0"}) {
    const auto encoder = test::encoder(kBoth + "?combine=" + combine);
    const auto encoded = test::encode(*encoder, {"zebra!", "dog", "..."});
    for (const std::size_t i : {0U, 2U}) {
      EXPECT_TRUE(encoded.remarks[i].undefined);
      for (const float x : encoded.vector(i)) EXPECT_TRUE(std::isnan(x));
    }
    EXPECT_FALSE(encoded.remarks[1].undefined);
  }
}

// A product of many words is too small for a float.
TEST(WordVectorsOfSentences, AVectorThatVanishesIsUndefined) {
  std::string sentence;
  for (int i = 0; i < 400; ++i) sentence += "dog sleeps ";
  EXPECT_TRUE(remark_on(kTiny + "?combine=mult", sentence).undefined);
}

// In double: rounding to float would hide most of what another order changes.
class AnyOrder : public testing::TestWithParam<std::string> {
 protected:
  AnyOrder()
      : sentences_(choose_words(parse_spec(kBoth + "?combine=" + GetParam()), test::context()),
                   test::context().resources) {
    const auto& sif = sentences_.choice().sif;
    if (!sif) return;
    fit_ = sif->fit.empty() ? sif_without_texts(sentences_)
                            : fit_sif(sentences_, read_fitting_texts(sif->fit));
  }

  std::vector<double> vector_of(const std::string& sentence) {
    std::vector<double> vector;
    const Text text{sentence};
    sentences_.each({&text, 1}, fit_.weights ? &*fit_.weights : nullptr,
                    [&](std::size_t, const Remark&, std::span<double> found) {
                      fit_.remove_component(found);
                      vector.assign(found.begin(), found.end());
                    });
    return vector;
  }

  WordSentences sentences_;
  SifFit fit_;
};

TEST_P(AnyOrder, OfTheSameWordsHasTheSameBits) {
  const WordVectors vectors(kFolder + "tiny.txt");
  EXPECT_TRUE(rc::check([&] {
    const auto number = rc::gen::inRange<std::uint32_t>(0, 50);
    auto numbers = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint32_t>>(number));
    const auto sentence = [&] {
      std::string text;
      for (const auto i : numbers) {
        text += i < vectors.counts().words ? std::string(vectors.word(i)) + " " : "well-known ";
      }
      return text + "dog";
    };
    const auto before = vector_of(sentence());
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    std::ranges::shuffle(numbers, random);
    RC_ASSERT(vector_of(sentence()) == before);
  }));
}

INSTANTIATE_TEST_SUITE_P(Combinations, AnyOrder,
                         testing::Values("mean", "fasttext", "sum", "mult", "conv",
                                         "conv&published=true", "pmeans", "pmeans&p=1,2,3,-3,8",
                                         "sif&components=0",
                                         "sif&components=0&frequencies=" + kFolder + "counts.txt",
                                         "sif&fit=" + kFolder + "texts.txt",
                                         "sif&frequencies=texts&fit=" + kFolder + "texts.txt"));

// Against the authors' algorithm 1 with numpy's singular vectors.
class Sif : public testing::TestWithParam<std::string> {};

constexpr const char* kOracle = R"(
import collections, re, sys
import numpy as np
folder, source = sys.argv[1:3]
rows = [line.split() for line in open(folder + 'tiny.txt', encoding='utf-8')]
words = [r[0] for r in rows]
vectors = np.array([[np.float32(x) for x in r[1:]] for r in rows]).astype(float)
texts = sorted(set(open(folder + 'texts.txt').read().splitlines()))
def known(text):
    found = []
    for w in re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower()):
        found += [w] if w in words else [p for p in ('we', "'ll") if w == "we'll"]
    return [words.index(w) for w in found if w in words]
if source == 'rank':
    h = sum(1 / (i + 1) for i in range(len(words)))
    p = [1 / ((i + 1) * h) for i in range(len(words))]
elif source == 'texts':
    c = collections.Counter(i for t in texts for i in known(t))
    p = [c[i] / sum(c.values()) for i in range(len(words))]
else:
    c = collections.Counter()
    for line in open(folder + 'counts.txt', encoding='utf-8'):
        w, n = line.split('\t')
        c[w.lower()] += int(n)
    p = [c[w.lower()] / sum(c.values()) for w in words]
a = float(sys.argv[3])
def embed(t): return sum(a / (a + p[i]) * vectors[i] for i in known(t)) / len(known(t))
x = np.array([embed(t) for t in texts])
v = np.linalg.svd(x)[2][0]
for t in open(folder + 'texts.txt').read().splitlines():
    e = embed(t)
    print(*(e - v * (v @ e)))
)";

TEST_P(Sif, AgreesWithNumpy) {
  const TemporaryFolder folder;
  folder.write("oracle.py", kOracle);
  const std::string source = GetParam() == "counts" ? kFolder + "counts.txt" : GetParam();
  const std::string command = "'" SONDE_VENV_PYTHON "' -B '" +
                              (folder.path() / "oracle.py").string() + "' '" + kFolder + "' " +
                              GetParam() + " 0.02 > '" + (folder.path() / "out").string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::vector<std::string> texts;
  std::ifstream lines(kFolder + "texts.txt");
  for (std::string line; std::getline(lines, line);) texts.push_back(line);

  const auto encoder = test::encoder(kTiny + "?combine=sif&a=0.02&frequencies=" + source +
                                     "&fit=" + kFolder + "texts.txt");
  const auto encoded = test::encode(*encoder, texts);
  std::ifstream out(folder.path() / "out");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const float x : encoded.vector(i)) {
      double expected = 0;
      ASSERT_TRUE(out >> expected);
      EXPECT_NEAR(static_cast<double>(x), expected, 1e-6) << texts[i];
    }
  }
}

TEST_P(Sif, FittedOnADataSetIsAsFittedOnAFile) {
  const std::string source = GetParam() == "counts" ? kFolder + "counts.txt" : GetParam();
  const std::string spec = kTiny + "?combine=sif&frequencies=" + source;
  std::vector<Text> texts;
  std::ifstream lines(kFolder + "texts.txt");
  for (std::string line; std::getline(lines, line);) texts.push_back({line});
  const auto unfitted = test::encoder(spec);
  EXPECT_EQ(unfitted->dimension(), 0U);
  const auto fitter = unfitted->fitter();
  ASSERT_TRUE(fitter);
  std::ranges::reverse(texts);
  fitter->add(std::span(texts).first(3));
  fitter->add(std::span(texts).subspan(3));
  const auto fitted = fitter->finish();
  const auto from_file = test::encoder(spec + "&fit=" + kFolder + "texts.txt");
  EXPECT_EQ(from_file->fitter(), nullptr);
  const std::vector<std::string> sentences{"The man sings.", "A green river"};
  const auto a = test::encode(*fitted, sentences), b = test::encode(*from_file, sentences);
  for (const std::size_t i : {0U, 1U}) EXPECT_TRUE(test::same_bits(a.vector(i), b.vector(i)));
  EXPECT_EQ(fitted->views()[0].what, unfitted->views()[0].what);
  EXPECT_NE(from_file->views()[0].what, unfitted->views()[0].what);
}

INSTANTIATE_TEST_SUITE_P(Frequencies, Sif, testing::Values("rank", "texts", "counts"));

TEST(Words, EveryOptionThatChangesVectorsChangesTheIdentity) {
  std::set<Digest> whats{test::encoder(kTiny)->views()[0].what};
  std::size_t count = 1;
  for (const std::string options : {"lower=true",
                                    "lower=false",
                                    "split=spaces",
                                    "combine=sum",
                                    "combine=mult",
                                    "combine=conv",
                                    "combine=conv&published=true",
                                    "combine=fasttext",
                                    "combine=tensor",
                                    "combine=pmeans",
                                    "combine=pmeans&p=1,2,3",
                                    "combine=pmeans&p=3,2,1",
                                    "combine=sif",
                                    "combine=sif&a=0.01",
                                    "combine=sif&components=0",
                                    "combine=sif&frequencies=texts",
                                    "combine=sif&frequencies=@counts.txt",
                                    "combine=sif&fit=@texts.txt",
                                    "combine=sif&fit=@stopwords.txt",
                                    "stopwords=@stopwords.txt",
                                    "stopwords=@counts.txt",
                                    "format=glove",
                                    "language=de"}) {
    std::string whole = options;
    if (const auto at = whole.find('@'); at != whole.npos) whole.replace(at, 1, kFolder);
    whats.insert(test::encoder(kTiny + "?" + whole)->views()[0].what);
    EXPECT_EQ(whats.size(), ++count) << options;
  }
  whats.insert(test::encoder(kBoth)->views()[0].what);
  whats.insert(test::encoder(kOther)->views()[0].what);
  whats.insert(test::encoder(kOther + "+" + kFolder + "tiny.txt")->views()[0].what);
  EXPECT_EQ(whats.size(), count + 3);
  EXPECT_EQ(test::encoder(kTiny + "?combine=mean&lower=fallback&split=words&format=auto")
                ->views()[0]
                .what,
            test::encoder(kTiny)->views()[0].what);
}

TEST(Words, AFileOfAnotherContentIsAnotherSubjectAndOfAnotherNameTheSame) {
  const TemporaryFolder folder;
  const auto what = [&](const std::string& name) {
    return test::encoder("words:" + (folder.path() / name).string())->views()[0].what;
  };
  folder.write("a+b.txt", "dog 1 2\n");
  folder.write("b.txt", "dog 1 2\n");
  folder.write("c.txt", "dog 1 3\n");
  EXPECT_EQ(what("a+b.txt"), what("b.txt"));
  EXPECT_NE(what("c.txt"), what("b.txt"));
}

TEST(Words, AFileThatChangesDuringTheRunGivesNoVectors) {
  const TemporaryFolder folder;
  const auto file = folder.write("v.txt", "dog 1 2\n");
  const auto encoder = test::encoder("words:" + file.string());
  test::encode(*encoder, {"dog"});
  folder.write("v.txt", "dog 1 2\ncat 3 4\n");
  EXPECT_THAT(input_error_of([&] { test::encode(*encoder, {"dog"}); }),
              HasSubstr("changed during the run"));
}

TEST(Words, BadOptionsAreTold) {
  EXPECT_THAT(error_of("words"), HasSubstr("needs a file"));
  EXPECT_THAT(error_of("words:nowhere.txt"), HasSubstr("nowhere.txt"));
  EXPECT_THAT(error_of(kTiny + "+nowhere.txt"), HasSubstr("nowhere.txt"));
  EXPECT_THAT(error_of(kTiny + "?combine=man"), HasSubstr("did you mean 'mean'"));
  EXPECT_THAT(error_of(kTiny + "?lower=no"), HasSubstr("lower"));
  EXPECT_THAT(error_of(kTiny + "?p=1"), HasSubstr("'p'"));
  EXPECT_THAT(error_of(kTiny + "?combine=sif&a=0"), HasSubstr("above 0"));
  EXPECT_THAT(error_of(kTiny + "?combine=sif&components=0&fit=x"), HasSubstr("'fit'"));
  EXPECT_THAT(error_of(kTiny + "?combine=sif&frequencies=" + kFolder + "texts.txt"),
              HasSubstr("texts.txt:1: is not a word and its count"));
  EXPECT_THAT(error_of(kTiny + "?combine=sif&fit=" + kFolder + "counts.txt&stopwords=" + kFolder +
                       "none.txt"),
              HasSubstr("none.txt"));
}

}  // namespace word_vectors_encoder_test
}  // namespace sonde
