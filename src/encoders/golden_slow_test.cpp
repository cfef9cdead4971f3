// Tiny models against the vectors that torch gave them (tools/golden/make_golden_models.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/exhaustive_test.h"
#include "encoders/model_copy_test.h"
#include "formats/json/json.h"

namespace sonde {
namespace golden_slow_test {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-5;

class Golden : public testing::TestWithParam<std::string> {
 protected:
  fs::path folder() const { return test::golden_folder(GetParam()); }
};

struct Case {
  std::vector<std::string> sentences;
  std::vector<std::vector<double>> vectors;
};

// A model is compiled for every number of tokens. So the cases after the first take, unless
// exhaustive, one of the sentences and the longest, which the limits cut.
Case shortened(const Case& all, std::size_t number) {
  if (number == 0 || test::is_exhaustive()) return all;
  const auto longest = std::ranges::max_element(all.sentences, {}, &std::string::size);
  const std::size_t count = all.sentences.size();
  Case some;
  for (const std::size_t at :
       {number % count, static_cast<std::size_t>(longest - all.sentences.begin())}) {
    some.sentences.push_back(all.sentences[at]);
    some.vectors.push_back(all.vectors.at(at));
  }
  return some;
}

void expect_vectors(const std::string& spec, const Case& expected) {
  SCOPED_TRACE(spec);
  const auto& [sentences, vectors] = expected;
  const auto encoder = test::encoder(spec);
  const auto encoded = test::encode(*encoder, sentences);
  ASSERT_EQ(vectors.size(), sentences.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    SCOPED_TRACE(sentences[i]);
    ASSERT_EQ(vectors[i].size(), encoder->dimension());
    for (std::size_t d = 0; d < vectors[i].size(); ++d) {
      ASSERT_NEAR(static_cast<double>(encoded.vector(i)[d]), vectors[i][d], kTolerance);
    }
  }
}

// The library's way of the first case alone, and of every third model, unless exhaustive: the
// options affect both in the same way.
TEST_P(Golden, VectorsAgreeWithTorchByOwnKernelsAndTheLibrarys) {
  const auto expected = read_json(folder() / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  ASSERT_FALSE(expected.at("cases").empty());
  const auto& cases = expected.at("cases");
  for (std::size_t at = 0; at < cases.size(); ++at) {
    const auto& row = cases[at];
    const auto options = row.at("options").get<std::string>();
    const Case all{sentences, row.at("vectors").get<std::vector<std::vector<double>>>()};
    const bool words = options.find("layer=words") != options.npos;  // computed by neither
    for (const std::string kernels : {"own", "library"}) {
      const bool chosen = at == 0 && test::is_in_share(GetParam(), 0, 3);
      if (kernels == "library" && !chosen && !test::is_exhaustive()) continue;
      const std::string spec = "hf:" + folder().string() + "?" + options;
      expect_vectors(words ? spec : spec + (options.empty() ? "" : "&") + "kernels=" + kernels,
                     shortened(all, at));
    }
  }
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0, of_a = 0, of_b = 0;
  for (std::size_t d = 0; d < a.size(); ++d) {
    const double x = static_cast<double>(a[d]), y = static_cast<double>(b[d]);
    product += x * y;
    of_a += x * x;
    of_b += y * y;
  }
  return product / std::sqrt(of_a * of_b);
}

// Each model takes one of the lower precisions, unless exhaustive.
bool takes(const std::string& model, const std::string& precision) {
  return test::is_in_share(model, precision == "bf16" ? 0 : 1, 2);
}

// Checks vectors in a lower precision. `options` end with &, if there are any.
void expect_near_f32_and_others(const fs::path& folder, const std::string& precision, double least,
                                const std::string& options = "") {
  const auto sentences =
      read_json(folder / "expected.json").at("sentences").get<std::vector<std::string>>();
  const std::string spec = "hf:" + folder.string() + "?" + options + "precision=";
  const auto f32 = test::encode(*test::encoder(spec + "f32"), sentences);
  const auto low = test::encode(*test::encoder(spec + precision), sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    EXPECT_GE(cosine(f32.vector(i), low.vector(i)), least) << sentences[i];
    EXPECT_FALSE(test::same_bits(f32.vector(i), low.vector(i))) << sentences[i];
  }
}

TEST_P(Golden, VectorsInBf16AreNearThoseInF32AndOthers) {
  if (!test::computes_bf16()) GTEST_SKIP() << "this processor does not compute in bf16";
  if (!takes(GetParam(), "bf16")) return;
  expect_near_f32_and_others(folder(), "bf16", 0.999);
}

TEST_P(Golden, VectorsInInt8AreNearThoseInF32AndOthers) {
  if (!has_int8_products()) GTEST_SKIP() << "this processor does not compute in int8";
  if (!takes(GetParam(), "int8")) return;
  expect_near_f32_and_others(folder(), "int8", 0.99);
}

TEST(Golden, StatesOfDecodersInLowerPrecisionsAreNearThoseInF32) {
  for (const std::string model : {"bart", "mbart"}) {
    const auto folder = test::golden_folder(model);
    if (test::computes_bf16()) expect_near_f32_and_others(folder, "bf16", 0.999, "states=decoder&");
    if (has_int8_products()) expect_near_f32_and_others(folder, "int8", 0.99, "states=decoder&");
  }
}

// A list of layers gives the views one by one, bit for bit: a view of every second model, unless
// exhaustive.
TEST_P(Golden, ViewsOfOnePassAreTheViewsAlone) {
  if (!test::is_in_share(GetParam(), 0, 2)) return;
  const auto expected = read_json(folder() / "expected.json");
  auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  if (!test::is_exhaustive() && sentences.size() > 2) sentences.resize(2);
  const std::string spec = "hf:" + folder().string() + "?layer=";
  const auto together = test::encoder(spec + "2,0,1");
  const auto encoded = test::encode(*together, sentences);
  ASSERT_EQ(together->views().size(), 3U);
  const std::vector<std::string> layers{"2", "0", "1"};
  for (std::size_t view = 0; view < layers.size(); ++view) {
    if (view != GetParam().size() % layers.size() && !test::is_exhaustive()) continue;
    const auto& layer = layers[view];
    const auto alone = test::encoder(spec + layer);
    EXPECT_EQ(alone->views()[0].what, together->views()[view].what);
    const auto single = test::encode(*alone, sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      EXPECT_TRUE(test::same_bits(single.vector(i), encoded.vector(i, view))) << layer << ' ' << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Golden,
                         testing::Values("plain-bert", "prefixed-bert", "sharded-bert", "ernie",
                                         "distilbert", "roberta", "xlm-roberta", "mpnet", "albert",
                                         "electra", "prompted", "side-by-side", "llama",
                                         "llama-biases", "mistral", "qwen2", "qwen3-embedding",
                                         "gemma2", "embedding-gemma", "gemma3", "olmo", "olmo2",
                                         "gpt2", "gpt-neox", "phi3", "modernbert", "t5", "mt5",
                                         "umt5", "openelm", "lora-bert", "lora-llama",
                                         "lora-gpt2"));

INSTANTIATE_TEST_SUITE_P(Encoders, Golden,
                         testing::Values("deberta", "deberta-v2", "deberta-v3", "bart", "mbart",
                                         "nomic-bert", "xlnet"));

// Decoders whose tokens see those after them (tools/golden/both_ways.py).
TEST(Golden, DecodersThatSeeBothWaysAgreeWithTorch) {
  const auto expected = read_json(test::golden_folder("both-ways.json"));
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  for (const auto& row : expected.at("cases")) {
    const test::Folder folder;
    test::copy_model(row.at("model").get<std::string>(), folder.path());
    test::change_json(folder, "config.json",
                      [&](nlohmann::json& config) { config.update(row.at("keys")); });
    fs::remove(folder.path() / "modules.json");
    SCOPED_TRACE(row.at("model").dump() + row.at("keys").dump());
    expect_vectors("hf:" + folder.path().string() + "?pooling=mean&normalize=false&prompt=",
                   {sentences, row.at("vectors").get<std::vector<std::vector<double>>>()});
  }
}

// Both precisions use the same registers of AMX, and threads that may be the same.
TEST(Golden, EncodersBesideEachOtherGiveTheirOwnBits) {
  if (!test::computes_bf16()) GTEST_SKIP() << "this processor does not compute in bf16";
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < 300; ++i) sentences.push_back(std::string(1 + i % 20, 'a') + " cat");
  const std::vector<std::string> specs{test::golden("plain-bert"),
                                       test::golden("plain-bert") + "?precision=bf16"};
  std::vector<test::Encoded> alone;
  for (const auto& spec : specs) alone.push_back(test::encode(*test::encoder(spec), sentences));
  std::vector<std::unique_ptr<Encoder>> encoders;
  for (const auto& spec : specs) encoders.push_back(test::encoder(spec));
  std::vector<int> differ(specs.size());
  std::vector<std::thread> threads;
  for (std::size_t e = 0; e < specs.size(); ++e) {
    threads.emplace_back([&, e] {
      for (int round = 0; round < 10; ++round) {
        const auto beside = test::encode(*encoders[e], sentences);
        for (std::size_t i = 0; i < sentences.size(); ++i) {
          differ[e] += test::same_bits(beside.vector(i), alone[e].vector(i)) ? 0 : 1;
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(differ, std::vector<int>(specs.size(), 0));
}

}  // namespace golden_slow_test
}  // namespace sonde
