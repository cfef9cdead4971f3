// Sparse encoders against sentence-transformers' vectors (tools/golden/make_golden_sparse.py), and
// errors in their folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "encoders/model_copy_test.h"

namespace sonde {
namespace splade_slow_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

std::string splade(const std::string& model) {
  return "splade:" + test::golden_folder("splade-" + model).string();
}

void expect_vector(std::span<const float> vector, const json& numbers) {
  double most = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const auto place = std::to_string(i);
    const double wanted = numbers.contains(place) ? numbers.at(place).get<double>() : 0.0;
    const double error = std::abs(static_cast<double>(vector[i]) - wanted);
    most = std::max(most, std::isnan(error) ? INFINITY : error);
  }
  EXPECT_LE(most, 1e-5);
}

class SpladeGolden : public testing::TestWithParam<std::string> {};

TEST_P(SpladeGolden, VectorsAreThoseOfSentenceTransformers) {
  const auto expected = read_json(test::golden_folder("splade-" + GetParam()) / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  ASSERT_EQ(expected.at("cases").size(), 4U);
  for (const auto& row : expected.at("cases")) {
    for (const std::string kernels : {"own", "library"}) {
      const auto options = row.at("options").get<std::string>();
      SCOPED_TRACE(options + " " + kernels);
      const auto encoder = test::encoder(splade(GetParam()) + "?kernels=" + kernels +
                                         (options.empty() ? "" : "&" + options));
      const auto encoded = test::encode(*encoder, sentences);
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        SCOPED_TRACE(sentences[i]);
        expect_vector(encoded.vector(i), row.at("vectors")[i]);
      }
    }
  }
}

TEST_P(SpladeGolden, NumbersThatAreNotThereAreZero) {
  const auto encoder = test::encoder(splade(GetParam()));
  const auto encoded = test::encode(*encoder, {"A dog sleeps in the old boat."});
  EXPECT_EQ(encoder->views().size(), 1U);
  const auto zeros = std::ranges::count(encoded.vector(0), 0.0F);
  EXPECT_GT(2 * static_cast<std::size_t>(zeros), encoder->dimension());
  EXPECT_LT(static_cast<std::size_t>(zeros), encoder->dimension());
}

INSTANTIATE_TEST_SUITE_P(Models, SpladeGolden, testing::Values("bert", "distilbert"));

TEST(SpladeHeads, OfEveryFamilyGiveTheVectorsOfSentenceTransformers) {
  const auto expected = read_json(test::golden_folder("splade-heads") / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  ASSERT_EQ(expected.at("models").size(), 7U);
  for (const auto& [model, vectors] : expected.at("models").items()) {
    const auto encoder = test::encoder("splade:" + test::golden_folder(model).string() + "?" +
                                       expected.at("options").get<std::string>());
    const auto encoded = test::encode(*encoder, sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      SCOPED_TRACE(model + ": " + sentences[i]);
      expect_vector(encoded.vector(i), vectors[i]);
    }
  }
}

class Splade : public testing::Test {
 protected:
  void copy(const std::string& model) { test::copy_model(model, folder_.path()); }

  void set(const std::string& file, const std::string& key, const json& value) {
    test::change_json(folder_, file, [&](json& all) { all[key] = value; });
  }

  std::unique_ptr<Encoder> made(const std::string& options = "") const {
    return test::encoder("splade:" + folder_.path().string() + options);
  }

  std::string error(const std::string& options = "") const {
    return test::error_line(folder_, ErrorKind::kInput, [&] { made(options); });
  }

  std::string fact(const std::string& name) const {
    const auto encoder = made();
    for (const auto& [fact, value] : encoder->views()[0].facts) {
      if (fact == name) return value;
    }
    return {};
  }

  test::Folder folder_;
};

TEST_F(Splade, EveryKeyOfItsModulesIsReadHarmlessOrAnError) {
  copy("splade-bert");
  const std::string pooling = "1_SpladePooling/config.json";
  set(pooling, "chunk_size", 8);
  EXPECT_EQ(fact("pooling"), "max of log(1 + x)");
  set(pooling, "weights_per_token", 2);
  EXPECT_THAT(error(), HasSubstr("weights_per_token"));
  set(pooling, "weights_per_token", nullptr);
  set(pooling, "pooling_strategy", "mean");
  EXPECT_THAT(error(), HasSubstr("max, sum"));
  set(pooling, "pooling_strategy", "sum");
  set(pooling, "activation_function", "gelu");
  EXPECT_THAT(error(), HasSubstr("log1p_relu"));
  set(pooling, "activation_function", "log1p_relu");
  EXPECT_EQ(fact("pooling"), "sum of log(1 + log(1 + x))");
  set("config_sentence_transformers.json", "truncate_dim", 8);
  EXPECT_THAT(error(), HasSubstr("truncate_dim"));
}

TEST_F(Splade, OtherFoldersAreTold) {
  copy("splade-bert");
  set("sentence_bert_config.json", "transformer_task", "feature-extraction");
  EXPECT_THAT(error(), HasSubstr("fill-mask"));
  set("sentence_bert_config.json", "transformer_task", "fill-mask");
  test::change_json(folder_, "modules.json", [](json& all) { all.erase(1); });
  EXPECT_THAT(error(), AllOf(HasSubstr("modules.json"), HasSubstr("SpladePooling")));
  const auto of = [&](const std::string& spec) {
    return test::error_line(folder_, ErrorKind::kInput, [&] { test::encoder(spec); });
  };
  EXPECT_THAT(of("splade:" + test::golden_folder("plain-bert").string()),
              HasSubstr("no head for words"));
  EXPECT_THAT(of("splade:" + test::golden_folder("llama").string()), HasSubstr("'llama'"));
}

TEST_F(Splade, AssumptionsAreTold) {
  copy("mlm-mpnet");
  EXPECT_EQ(fact("assumed"), "pooling max: no modules.json");
  const test::Folder other;
  test::copy_model("splade-bert", other.path());
  const auto encoder = test::encoder("splade:" + other.path().string());
  const auto& facts = encoder->views()[0].facts;
  const auto found =
      std::ranges::find(facts, "assumed", &std::pair<std::string, std::string>::first);
  ASSERT_NE(found, facts.end());
  EXPECT_EQ(found->second,
            "similarity cosine, though the folder names dot (a probe's option similarity=dot); "
            "prompt none: the "
            "folder has document, query and no default (prompt=NAME, or query=NAME and "
            "document=NAME)");
}

// Its first numbers mean no more than its last ones.
TEST_F(Splade, PartsOfVectorsAndRoundedOnesAreRefused) {
  copy("splade-bert");
  for (const std::string option : {"dims=8", "dims=8,all", "quantize=int8", "quantize=binary"}) {
    EXPECT_THAT(test::error_line(folder_, ErrorKind::kUsage, [&] { made("?" + option); }),
                HasSubstr("top=N"))
        << option;
  }
}

TEST_F(Splade, AnInvisibleTextIsUndefined) {
  copy("splade-bert");
  const auto encoder = made("?top=1");
  const auto encoded = test::encode(*encoder, {"\u200b", "A dog."});
  EXPECT_TRUE(encoded.remarks[0].undefined);
  EXPECT_FALSE(encoded.remarks[1].undefined);
  EXPECT_EQ(std::ranges::count_if(encoded.vector(1), [](float x) { return x > 0; }), 1);
}

}  // namespace splade_slow_test
}  // namespace sonde
