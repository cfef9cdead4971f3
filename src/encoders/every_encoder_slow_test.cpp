// One body over all kinds of encoders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <set>

#include "encoders/model_copy_test.h"
#include "engine/graph/transformer.h"
#include "formats/arrays/npy.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace every_encoder_slow_test {

using test::golden;

const std::string kTiny = golden("plain-bert");

const std::string kWords = "words:" + (test::golden_folder("words") / "tiny.txt").string();

const std::vector<std::string> kSentences = {
    "A dog sleeps.", "The old man carries a stone.", "a",          "Caf\u00e9?",
    "A dog sleeps.", "The stone carries a old man.", "1 2 3 4 5 6"};

// Files of the vectors of the sentences.
std::string rank_spec() {
  static const TemporaryFolder folder;
  const auto corpus = folder.write("corpus.txt", "the dog\nthe man sings\na green river\n");
  return "rank:" + kTiny + "%3Flayer=0,1?corpus=" + corpus.string();
}

std::string vectors_spec() {
  static const TemporaryFolder folder;
  auto vectors = test::encode(*test::encoder("random?dimension=5"), kSentences);
  std::ofstream out(folder.path() / "vectors.npy", std::ios::binary);
  NpyWriter(out, kSentences.size(), 5).append(vectors.views[0].view());
  std::string lines;
  for (const auto& sentence : kSentences) lines += sentence + "\n";
  return "vectors:" + (folder.path() / "vectors.npy").string() +
         "?sentences=" + folder.write("sentences.txt", lines).string();
}

// A program whose vectors depend on the text alone.
std::string exec_spec() {
  static const TemporaryFolder folder;
  const auto script = folder.write("lengths.py", R"(
import json, sys
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    print(json.dumps({"vectors": [[len(t), t.count("a"), ord(t[0])] for t in texts]}), flush=True)
)");
  return "exec:" SONDE_VENV_PYTHON " " + script.string() + "?batch=2";
}

// `whole` has the vectors of the sentences.
void expect_vectors_of_the_text_alone(Encoder& encoder, const test::Encoded& whole) {
  for (std::size_t i = 0; i < kSentences.size(); ++i) {
    const auto alone = test::encode(encoder, {kSentences[i]});
    for (std::size_t view = 0; view < encoder.views().size(); ++view) {
      EXPECT_TRUE(test::same_bits(whole.vector(i, view), alone.vector(0, view))) << i;
    }
  }
  EXPECT_TRUE(test::same_bits(whole.vector(0), whole.vector(4)));
  EXPECT_FALSE(test::same_bits(whole.vector(0), whole.vector(1)));
}

void expect_promised_vectors(const Encoder& encoder, const test::Encoded& encoded,
                             const std::string& spec) {
  std::set<Digest> whats;
  for (const auto& view : encoder.views()) {
    whats.insert(view.what);
    EXPECT_FALSE(view.numerics.empty());
    EXPECT_EQ(view.batch_dependent, spec.starts_with("exec:"));
  }
  EXPECT_EQ(whats.size(), encoder.views().size());
  for (std::size_t i = 0; i < kSentences.size(); ++i) {
    const bool finite =
        std::ranges::all_of(encoded.vector(i), [](float x) { return std::isfinite(x); });
    EXPECT_EQ(encoded.remarks[i].undefined, !finite);
    EXPECT_TRUE(finite || spec.starts_with("infersent:")) << i;  // which has few words there
  }
}

void expect_no_vectors_of_invisible_texts(Encoder& encoder) {
  EXPECT_TRUE(test::encode(encoder, {}).remarks.empty());
  const std::vector<std::string> texts{"\u00a0", "A dog sleeps.", "\u200b\ufeff", " ", "\u3000"};
  const auto encoded = test::encode(encoder, texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i == 1) continue;
    EXPECT_TRUE(encoded.remarks[i].undefined) << i;
    for (std::size_t view = 0; view < encoder.views().size(); ++view) {
      EXPECT_TRUE(std::isnan(encoded.vector(i, view)[0])) << i;
    }
  }
}

class EveryEncoder : public testing::TestWithParam<std::string> {};

TEST_P(EveryEncoder, GivesWhatTheInterfacePromises) {
  const auto encoder = test::encoder(GetParam());
  ASSERT_FALSE(encoder->views().empty());
  ASSERT_GT(encoder->dimension(), 0U);
  const auto whole = test::encode(*encoder, kSentences);
  expect_promised_vectors(*encoder, whole, GetParam());
  expect_vectors_of_the_text_alone(*encoder, whole);
  expect_no_vectors_of_invisible_texts(*encoder);
}

TEST_P(EveryEncoder, IsTheSameWhenMadeAgain) {
  const auto first = test::encoder(GetParam(), 1);
  const auto again = test::encoder(GetParam(), 2);
  for (std::size_t view = 0; view < first->views().size(); ++view) {
    EXPECT_EQ(first->views()[view].what, again->views()[view].what);
    EXPECT_EQ(first->views()[view].numerics, again->views()[view].numerics);
  }
  EXPECT_TRUE(test::same_bits(test::encode(*first, {kSentences[3]}).vector(0),
                              test::encode(*again, {kSentences[3]}).vector(0)));
}

TEST_P(EveryEncoder, RefusesAnUnknownOption) {
  const std::string more = GetParam().find('?') == std::string::npos ? "?" : "&";
  try {
    test::encoder(GetParam() + more + "pooing=mean");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("pooing"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, EveryEncoder,
    testing::Values(kWords, kWords + "?combine=pmeans", kWords + "?combine=mult&lower=true",
                    kWords + "?combine=sif&components=0",
                    "words:" + (test::golden_folder("fasttext") / "skipgram.bin").string(),
                    "onnx:" + (test::golden_folder("onnx") / "states.onnx").string(), "random",
                    "random?dimension=3&seed=7", "minilm", "minilm?layer=words",
                    "minilm?layer=0,3,6", "minilm?layer=0,6&pooling=mean,cls",
                    "minilm?layer=0,6&dims=0:16,200:216", "random?dims=3:9", kTiny,
                    kTiny + "?pooling=pooler", kTiny + "?layer=words", golden("distilbert"),
                    golden("roberta"), golden("xlm-roberta"), golden("mpnet"), golden("albert"),
                    golden("albert") + "?layer=words", golden("electra"), golden("llama"),
                    golden("gemma2"), golden("gpt2"), golden("modernbert"), exec_spec(),
                    vectors_spec(), rank_spec(),
                    "sent2vec:" + (test::golden_folder("sent2vec") / "tiny.bin").string(),
                    "infersent:" + test::golden_folder("infersent").string() +
                        "?words=" + (test::golden_folder("infersent") / "words.txt").string(),
                    "skipthought:" + test::golden_folder("skipthought").string(),
                    "laser:" + test::golden_folder("laser").string(),
                    "splade:" + test::golden_folder("splade-bert").string(),
                    "splade:" + test::golden_folder("splade-distilbert").string() + "?top=5",
                    "static:" + (test::golden_folder("static") / "model2vec").string()));

TEST(Encoders, TheKernelsOfAModelAreNumerics) {
  EXPECT_EQ(test::encoder(kTiny)->views()[0].numerics, numerics_of({.kernels = own_kernels()}));
}

TEST(Encoders, ChosenKernelsAreNumericsAndNotWhatASubjectIs) {
  const auto own = test::encoder(kTiny)->views()[0];
  const auto asked = test::encoder(kTiny + "?kernels=own")->views()[0];
  EXPECT_EQ(own.numerics, asked.numerics);
  for (const auto& [option, numerics] : std::map<std::string, std::string>{
           {"library", "no own kernels"}, {"norm", "norm 1"}, {"norm,attention", "norm 1"}}) {
    const auto other = test::encoder(kTiny + "?kernels=" + option)->views()[0];
    EXPECT_EQ(own.what, other.what);
    EXPECT_NE(own.numerics, test::encoder(kTiny + "?kernels=library")->views()[0].numerics);
    EXPECT_THAT(other.numerics, testing::EndsWith(numerics));
  }
}

TEST(Encoders, ThePrecisionIsNumericsAndNotWhatASubjectIs) {
  const auto f32 = test::encoder(kTiny)->views()[0];
  for (const std::string precision : {"bf16", "int8"}) {
    if (!test::computes(precision)) continue;
    const auto other = test::encoder(kTiny + "?precision=" + precision)->views()[0];
    EXPECT_EQ(f32.what, other.what);
    EXPECT_THAT(other.numerics, testing::HasSubstr(", " + precision));
  }
}

TEST(Encoders, OtherKernelsAndTheTokenTablesAreRefused) {
  const auto usage = [](const std::string& options) {
    try {
      test::encoder(kTiny + options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(usage("?kernels=fast"), testing::HasSubstr("own, library"));
  EXPECT_THAT(usage("?kernels=norm,"), testing::HasSubstr("own, library"));
  EXPECT_THAT(usage("?kernels=library&layer=words"), testing::HasSubstr("kernels"));
  if (own_kernels().products == Products::kLibrary) {
    EXPECT_THAT(usage("?kernels=tiles"), testing::HasSubstr("no tiles"));
  }
}

TEST(Encoders, EveryKindIsTestedHere) {
  std::vector<std::string> names;
  for (const auto& kind : encoder_kinds()) names.emplace_back(kind.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "cohere",      "exec",   "google", "hf",     "infersent", "jina",   "laser",
                "minilm",      "ollama", "onnx",   "openai", "random",    "rank",   "sent2vec",
                "skipthought", "splade", "static", "tfidf",  "vectors",   "voyage", "words"}));
}

TEST(Random, VectorsHaveLengthOneAndNoCommonDirection) {
  const auto encoder = test::encoder("random");
  std::vector<std::string> sentences;
  for (int i = 0; i < 200; ++i) sentences.push_back("sentence " + std::to_string(i));
  const auto encoded = test::encode(*encoder, sentences);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i + 1 < sentences.size(); ++i) {
    double length = 0;
    double cosine = 0;
    for (std::size_t d = 0; d < encoder->dimension(); ++d) {
      const double x = static_cast<double>(encoded.vector(i)[d]);
      length += x * x;
      cosine += x * static_cast<double>(encoded.vector(i + 1)[d]);
    }
    EXPECT_NEAR(length, 1, 1e-5);
    sum += cosine;
    squares += cosine * cosine;
  }
  // Cosines of random directions have mean 0 and variance 1 / dimension.
  EXPECT_LT(std::abs(sum / 199), 4 * std::sqrt(1.0 / 384 / 199));
  EXPECT_NEAR(squares / 199, 1.0 / 384, 0.5 / 384);
}

TEST(Words, AnyOrderOfTheSameWordsHasTheSameBits) {
  const auto encoder = test::encoder("minilm?layer=words");
  const auto encoded = test::encode(
      *encoder, {"the dog bites a man in the garden", "a man bites the dog in the garden",
                 "garden the in man a bites dog the", "the dog bites a man in the street"});
  EXPECT_TRUE(test::same_bits(encoded.vector(0), encoded.vector(1)));
  EXPECT_TRUE(test::same_bits(encoded.vector(0), encoded.vector(2)));
  EXPECT_FALSE(test::same_bits(encoded.vector(0), encoded.vector(3)));
}

TEST(Words, ASentenceWithoutTokensIsUndefined) {
  const auto encoder = test::encoder("minilm?layer=words");
  const auto encoded = test::encode(*encoder, {" \t ", "dog"});
  EXPECT_TRUE(encoded.remarks[0].undefined);
  EXPECT_TRUE(std::isnan(encoded.vector(0)[0]));
  EXPECT_FALSE(encoded.remarks[1].undefined);
}

TEST(Folder, ABlankSentenceHasItsSpecialTokensAlone) {
  const auto encoder = test::encoder("minilm");
  const auto encoded = test::encode(*encoder, {" \t "});
  EXPECT_EQ(encoded.remarks[0].tokens, 2U);
  EXPECT_TRUE(encoded.remarks[0].undefined);
}

TEST(Folder, ASentenceWithoutAnyTokenIsUndefined) {
  const test::Folder folder;
  test::copy_model("plain-bert", folder.path());
  test::change_json(folder, "tokenizer.json", [](nlohmann::json& tokenizer) {
    tokenizer["post_processor"] = nullptr;  // adds no special tokens
  });
  const auto encoder = test::encoder("hf:" + folder.path().string() + "?layer=0,1");
  const auto encoded = test::encode(*encoder, {"a dog", "\u200b", "\u200b"});
  for (const std::size_t view : {0U, 1U}) {
    EXPECT_TRUE(std::isfinite(encoded.vector(0, view)[0]));
    for (const float number : encoded.vector(2, view)) EXPECT_TRUE(std::isnan(number));
  }
  EXPECT_FALSE(encoded.remarks[0].undefined);
  EXPECT_TRUE(encoded.remarks[1].undefined);
  EXPECT_EQ(encoded.remarks[1].tokens, 0U);
}

TEST(Folder, RemarksCountTokens) {
  const auto encoder = test::encoder(kTiny + "?max_tokens=6");
  const auto encoded =
      test::encode(*encoder, {"A dog sleeps.", "a dog and a cat and a bird", "\u732b dog"});
  EXPECT_EQ(encoded.remarks[0].tokens, 6U);
  EXPECT_EQ(encoded.remarks[0].kept, 6U);
  EXPECT_EQ(encoded.remarks[1].tokens, 10U);
  EXPECT_EQ(encoded.remarks[1].kept, 6U);
  EXPECT_EQ(encoded.remarks[1].unknown, 0U);
  EXPECT_EQ(encoded.remarks[2].tokens, 4U);
  EXPECT_EQ(encoded.remarks[2].unknown, 1U);
}

std::vector<std::string> golden_models() {
  std::vector<std::string> models;
  for (const char* name : {"distilbert", "roberta", "xlm-roberta", "mpnet", "albert", "electra"}) {
    models.emplace_back(name);
  }
  return models;
}

class EveryFamily : public testing::TestWithParam<std::string> {
 protected:
  static std::string spec(const std::string& options = "") { return golden(GetParam()) + options; }
};

// Golden models have 96 positions, those that come after padding's not counted.
TEST_P(EveryFamily, TakesAsManyTokensAsItHasPositions) {
  std::string longest;
  for (int i = 0; i < 94; ++i) longest += " dog";
  const auto encoder = test::encoder(spec());
  const auto encoded = test::encode(*encoder, {longest, longest + " dog"});
  EXPECT_EQ(encoded.remarks[0].tokens, 96U);
  EXPECT_EQ(encoded.remarks[0].kept, 96U);
  EXPECT_EQ(encoded.remarks[1].tokens, 97U);
  EXPECT_EQ(encoded.remarks[1].kept, 96U);
  EXPECT_TRUE(test::same_bits(encoded.vector(0), encoded.vector(1)));
  EXPECT_THROW(test::encoder(spec("?max_tokens=97")), Error);
}

// The vector depends on the mask alone, whatever the tokenizer calls it.
TEST_P(EveryFamily, ATemplateKeepsItsMaskWhenTheSentenceIsCut) {
  const auto cut =
      test::encoder(spec("?pooling=mask&max_tokens=9&template= the {}, that means [MASK]"));
  const auto whole = test::encoder(spec("?pooling=mask&template= the {}, that means [MASK]"));
  const auto a = test::encode(*cut, {"old red dog and the cat and the bird and the horse"});
  const auto b = test::encode(*whole, {"old red"});
  EXPECT_EQ(a.remarks[0].kept, 9U);
  EXPECT_EQ(b.remarks[0].tokens, 9U);
  EXPECT_TRUE(test::same_bits(a.vector(0), b.vector(0)));
}

INSTANTIATE_TEST_SUITE_P(Golden, EveryFamily, testing::ValuesIn(golden_models()),
                         [](const auto& model) {
                           std::string name = model.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// A golden model under the name of another family.
std::unique_ptr<Encoder> renamed(const test::Folder& folder, const std::string& model,
                                 const nlohmann::json& changes) {
  test::copy_model(model, folder.path());
  test::change_json(folder, "config.json", [&](nlohmann::json& all) { all.update(changes); });
  return test::encoder("hf:" + folder.path().string());
}

void expect_same_vectors(Encoder& one, Encoder& other) {
  const auto a = test::encode(one, kSentences);
  const auto b = test::encode(other, kSentences);
  for (std::size_t i = 0; i < kSentences.size(); ++i) {
    EXPECT_TRUE(test::same_bits(a.vector(i), b.vector(i))) << kSentences[i];
  }
}

TEST(Folder, CamembertIsXlmRobertaByAnotherName) {
  const test::Folder folder;
  const auto camembert = renamed(folder, "xlm-roberta", {{"model_type", "camembert"}});
  expect_same_vectors(*camembert, *test::encoder(golden("xlm-roberta")));
}

TEST(Folder, ElectraWithoutAProjectionIsBert) {
  const test::Folder folder;
  const auto electra =
      renamed(folder, "plain-bert", {{"model_type", "electra"}, {"embedding_size", 16}});
  expect_same_vectors(*electra, *test::encoder(kTiny));
}

// The template's end stays when the sentence is cut, and a [MASK] of the sentence is not taken.
TEST(Folder, TheMaskOfTheTemplateIsTaken) {
  const std::string longest = "the dog and the cat and the bird and the horse and the boat";
  const auto cut =
      test::encoder(kTiny + "?pooling=mask&max_tokens=12&template=a {} means [MASK] .");
  const auto whole = test::encoder(kTiny + "?pooling=mask&template=a {} means [MASK] .");
  const auto a = test::encode(*cut, {longest, "dog [MASK] cat"});
  const auto b = test::encode(*whole, {"the dog and the cat and", "dog [MASK] cat"});
  EXPECT_EQ(a.remarks[0].kept, 12U);
  EXPECT_TRUE(test::same_bits(a.vector(0), b.vector(0)));
  const auto last =
      test::encode(*test::encoder(kTiny + "?pooling=lasttoken"), {"a dog [MASK] cat means [MASK]"});
  EXPECT_EQ(last.remarks[0].tokens, 8U);
}

class Identities : public testing::TestWithParam<std::string> {};

TEST_P(Identities, EveryOptionThatChangesVectorsChangesTheIdentity) {
  const auto plain = test::encoder(kTiny);
  const auto other = test::encoder(kTiny + "?" + GetParam());
  EXPECT_NE(plain->views()[0].what, other->views()[0].what);
}

INSTANTIATE_TEST_SUITE_P(Options, Identities,
                         testing::Values("pooling=cls", "layer=1", "layer=words", "normalize=true",
                                         "prompt=query: ", "max_tokens=20",
                                         "pooling=mask&template=[MASK] {}"));

TEST(Identities, ADefaultWrittenOutIsTheSame) {
  const auto plain = test::encoder(kTiny);
  const auto written = test::encoder(
      kTiny + "?pooling=mean&layer=3&precision=f32&normalize=false&prompt=&max_tokens=96");
  EXPECT_EQ(plain->views()[0].what, written->views()[0].what);
}

// Encodes until `stop` returns true. Returns the texts reported as done.
std::vector<std::size_t> told_until(const std::string& spec, std::span<const Text> texts,
                                    MatrixOf<float>& vectors, std::function<bool()> stop) {
  auto context = test::context();
  context.stop = std::move(stop);
  const auto encoder = make_encoder(parse_spec(spec), context);
  vectors = {texts.size(), encoder->dimension()};
  const std::vector<Matrix<float>> out{vectors.view()};
  std::vector<Remark> remarks(texts.size());
  std::vector<std::size_t> told;
  try {
    encoder->encode_in_parts(texts, out, remarks, [&](std::span<const std::size_t> places) {
      for (const auto place : places) EXPECT_GT(remarks[place].kept, 0U);
      told.insert(told.end(), places.begin(), places.end());
    });
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  return told;
}

TEST(Stopping, AModelStopsBetweenBatchesAndHasToldWhatIsDone) {
  std::vector<Text> texts;
  for (int i = 0; i < 3000; ++i) {
    texts.push_back({"a dog and the old man " + std::to_string(i), Side::kFirst});
  }
  MatrixOf<float> all, some;
  EXPECT_EQ(told_until(kTiny, texts, all, {}).size(), texts.size());
  std::atomic<int> asked = 0;
  const auto told = told_until(kTiny, texts, some, [&] { return ++asked > 3010; });
  EXPECT_GT(told.size(), 0U);
  EXPECT_LT(told.size(), texts.size());
  EXPECT_EQ(std::set(told.begin(), told.end()).size(), told.size());
  for (const auto place : told) EXPECT_TRUE(test::same_bits(all[place], some[place]));
}

}  // namespace every_encoder_slow_test
}  // namespace sonde
