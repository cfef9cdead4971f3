// Static models against model2vec's and wordllama's vectors (tools/golden/make_golden_static.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace static_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

const fs::path kStatic = test::golden_folder("static");

std::string static_spec(const fs::path& place) { return "static:" + place.string(); }

TEST(Static, VectorsAgreeWithThePackages) {
  const auto expected = read_json(kStatic / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  for (const auto& row : expected.at("cases")) {
    const auto location = row.at("location").get<std::string>();
    const auto encoded = test::encode(*test::encoder(static_spec(kStatic / location)), sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto vector = row.at("vectors")[i].get<std::vector<double>>();
      const bool zero = std::ranges::count(vector, 0.0) == std::ssize(vector);
      EXPECT_EQ(encoded.remarks[i].undefined, zero) << location << ' ' << sentences[i];
      for (std::size_t d = 0; !zero && d < vector.size(); ++d) {
        ASSERT_NEAR(static_cast<double>(encoded.vector(i)[d]), vector[d],
                    row.at("tolerance").get<double>())
            << location << ' ' << sentences[i];
      }
    }
  }
}

TEST(Static, WhatIsCutOrUnknownIsCounted) {
  std::string sentence;
  for (int i = 0; i < 12; ++i) sentence += "the dog ";
  const auto encoded = test::encode(*test::encoder(static_spec(kStatic / "model2vec")),
                                    {sentence, "a \u4e16\u754c"});
  EXPECT_EQ(encoded.remarks[0].tokens, 24U);
  EXPECT_EQ(encoded.remarks[0].kept, 20U);
  EXPECT_EQ(encoded.remarks[1].unknown, 2U);
  EXPECT_FALSE(encoded.remarks[1].undefined);
  const auto tokens = test::encoder(static_spec(kStatic / "model2vec"))->tokens({"a \u4e16 a"});
  EXPECT_FALSE((*tokens)[1].kept);
  EXPECT_TRUE((*tokens)[2].kept);
}

TEST(Static, OptionsChangeWhatItIs) {
  const auto what = [](const std::string& options) {
    return test::encoder(static_spec(kStatic / "model2vec") + options)->views()[0].what;
  };
  EXPECT_EQ(what(""), what("?normalize=true&max_tokens=20"));
  EXPECT_NE(what(""), what("?normalize=false"));
  EXPECT_NE(what(""), what("?max_tokens=4"));
}

TEST(Static, AFileOfWeightsIsNamedWithItsTokenizer) {
  const fs::path folder = kStatic / "wordllama";
  const auto file = static_spec(folder / "weights/tiny_8.safetensors") +
                    "?tokenizer=" + (folder / "tokenizers/tiny_tokenizer_config.json").string();
  const auto by_file = test::encode(*test::encoder(file), {"A dog sleeps."});
  const auto by_folder = test::encode(*test::encoder(static_spec(folder)), {"A dog sleeps."});
  EXPECT_TRUE(test::same_bits(by_file.vector(0), by_folder.vector(0)));
}

// A copy of a golden folder, to be spoilt.
struct Spoilt {
  explicit Spoilt(const std::string& name) {
    fs::copy(kStatic / name, folder.path(), fs::copy_options::recursive);
  }
  std::string error() const {
    return input_error_of(
        [&] { test::encode(*test::encoder(static_spec(folder.path())), {"A dog sleeps."}); });
  }
  std::string weights() const { return read_file(folder.path() / "model.safetensors", 1 << 20); }
  void replace_in_weights(const std::string& was, const std::string& is) const {
    std::string bytes = weights();
    const auto at = bytes.find(was);
    ASSERT_NE(at, bytes.npos);
    bytes.replace(at, was.size(), is);
    folder.write("model.safetensors", bytes);
  }

  test::Folder folder;
};

TEST(Static, WhatLacksOrDoesNotFitIsNamed) {
  const Spoilt alone("model2vec");
  fs::remove(alone.folder.path() / "tokenizer.json");
  EXPECT_THAT(alone.error(), HasSubstr("tokenizer.json: is missing"));
  const Spoilt gone("model2vec");
  fs::remove_all(gone.folder.path());
  EXPECT_THAT(gone.error(), HasSubstr("is not a folder; name a folder of a Hugging Face model"));
  const Spoilt named("model2vec");
  named.replace_in_weights("embeddings", "embeddingz");
  EXPECT_THAT(named.error(), HasSubstr("has no tensor 'embeddings'"));
  const Spoilt weighed("quantized");
  weighed.replace_in_weights("\"weights\":{\"dtype\":\"F32\"", "\"weights\":{\"dtype\":\"I32\"");
  EXPECT_THAT(weighed.error(), HasSubstr("'weights' is not a number for each token"));
  const Spoilt mapped("quantized");
  mapped.replace_in_weights("\"mapping\":{\"dtype\":\"I64\"", "\"mapping\":{\"dtype\":\"F64\"");
  EXPECT_THAT(mapped.error(), HasSubstr("'mapping' is not of I64 or I32"));
  const Spoilt limited("model2vec");
  test::change_json(limited.folder, "config.json", [](auto& json) { json["max_length"] = -1; });
  EXPECT_THAT(limited.error(), HasSubstr("'max_length' is -1"));
}

TEST(Static, AMappingOutOfTheTableIsAnError) {
  const Spoilt spoilt("quantized");
  std::string bytes = spoilt.weights();
  std::fill_n(bytes.end() - 2760, 1712, '\x7f');  // all of the mapping
  spoilt.folder.write("model.safetensors", bytes);
  EXPECT_THAT(spoilt.error(), HasSubstr("'mapping' gives token"));
}

TEST(Static, AVectorThatIsNotFiniteIsAnError) {
  const Spoilt spoilt("model2vec");
  std::string bytes = spoilt.weights();
  std::fill(bytes.end() - 6000, bytes.end(), '\xff');
  spoilt.folder.write("model.safetensors", bytes);
  EXPECT_THAT(spoilt.error(), HasSubstr("is not finite"));
}

TEST(Static, ATransformerIsSentToHf) {
  const Spoilt spoilt("st");
  test::change_json(spoilt.folder, "modules.json", [](auto& json) {
    json[0]["type"] = "sentence_transformers.models.Transformer";
  });
  EXPECT_THAT(spoilt.error(), HasSubstr("write --encoder hf:"));
  const Spoilt outside("st");
  test::change_json(outside.folder, "modules.json", [](auto& json) { json[0]["path"] = "../st"; });
  EXPECT_THAT(outside.error(), HasSubstr("leaves the model's folder"));
  EXPECT_THAT(input_error_of([] { test::encoder("hf:" + (kStatic / "st").string()); }),
              HasSubstr("write --encoder static:"));
}

TEST(Static, AnUnreadKeyIsAnErrorWhoseAdviceWorks) {
  for (const auto& [name, file] : {std::pair{"model2vec", "config.json"},
                                   std::pair{"st", "config_sentence_transformers.json"}}) {
    const Spoilt spoilt(name);
    test::change_json(spoilt.folder, file, [](auto& json) { json["weighting"] = "tf"; });
    EXPECT_THAT(spoilt.error(), AllOf(HasSubstr(file), HasSubstr("'weighting' is \"tf\""),
                                      HasSubstr("ignore=weighting")));
    EXPECT_NO_THROW(test::encoder(static_spec(spoilt.folder.path()) + "?ignore=weighting"));
  }
  const Spoilt listed("st");
  test::change_json(listed.folder, "modules.json", [](auto& json) { json[0]["kwargs"] = {"a"}; });
  EXPECT_THAT(listed.error(), AllOf(HasSubstr("modules.json"), HasSubstr("'kwargs'")));
  const Spoilt made("model2vec");
  test::change_json(made.folder, "config.json", [](auto& json) {
    json.update({{"apply_pca", 256}, {"sif_coefficient", 1e-4}, {"pooling", "mean"}});
  });
  EXPECT_NO_THROW(test::encoder(static_spec(made.folder.path())));
}

TEST(Static, AnotherSimilarityIsToldAndTruncationCountsForModel2VecToo) {
  const Spoilt spoilt("model2vec");
  spoilt.folder.write("config_sentence_transformers.json",
                      R"({"similarity_fn_name": "euclidean", "truncate_dim": 4})");
  const auto encoder = test::encoder(static_spec(spoilt.folder.path()));
  EXPECT_EQ(encoder->dimension(), 4U);
  const auto& facts = encoder->views()[0].facts;
  EXPECT_EQ(facts.back().first, "assumed");
  EXPECT_THAT(facts.back().second, HasSubstr("cosine, though the folder says euclidean"));
}

TEST(Static, SeveralFilesOfWeightsAreToBeNamed) {
  const Spoilt spoilt("wordllama");
  fs::copy(spoilt.folder.path() / "weights/tiny_8.safetensors",
           spoilt.folder.path() / "weights/tiny_4.safetensors");
  EXPECT_THAT(spoilt.error(), HasSubstr("tiny_4.safetensors tiny_8.safetensors"));
}

}  // namespace static_test
}  // namespace sonde
