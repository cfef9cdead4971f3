#include "engine/models/masked_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace masked_model_test {

namespace fs = std::filesystem;

fs::path golden(const std::string& name) {
  return fs::path(SONDE_SOURCE_DIR "/tests/golden") / name;
}

// Against transformers' logits (tools/golden/make_golden_mlm.py): of every token, and so their
// order.
class MaskedModelTest : public testing::TestWithParam<const char*> {};

TEST_P(MaskedModelTest, GivesTheLogitsOfTransformers) {
  const auto folder = golden(GetParam());
  const auto model = load_masked_model(read_transformer_folder(folder), {});
  const auto expected = read_json(folder / "expected.json");
  ASSERT_GE(expected.at("cases").size(), 4U);
  for (const auto& one : expected.at("cases")) {
    const auto before = one.at("before").get<std::string>();
    const auto tokens = model->fill(before, one.at("after").get<std::string>());
    std::map<std::string, double> logits;
    for (const auto& [token, logit] : tokens) logits[token] = logit;
    for (const auto& [token, logit] : one.at("logits").items()) {
      ASSERT_TRUE(logits.contains(token)) << token;
      EXPECT_NEAR(logits.at(token), logit.get<double>(), 2e-4) << before << " " << token;
    }
    EXPECT_EQ(tokens.front().token, one.at("best").get<std::string>()) << before;
  }
}

INSTANTIATE_TEST_SUITE_P(Families, MaskedModelTest,
                         testing::Values("mlm-bert", "mlm-distilbert", "mlm-roberta", "mlm-mpnet",
                                         "mlm-electra", "mlm-albert", "mlm-deberta"));

TEST(MaskedModel, TheBestComesFirst) {
  const auto model = load_masked_model(read_transformer_folder(golden("mlm-bert")), {});
  const auto tokens = model->fill("The old man ", " a stone.");
  ASSERT_FALSE(tokens.empty());
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    EXPECT_GE(tokens[i - 1].logit, tokens[i].logit);
  }
}

TEST(MaskedModel, FillsNothingInTextsTooLongOrWithAMask) {
  const auto model = load_masked_model(read_transformer_folder(golden("mlm-bert")), {});
  std::string longest;
  for (int i = 0; i < 200; ++i) longest += "dog ";
  EXPECT_TRUE(model->fill(longest, ".").empty());
  EXPECT_TRUE(model->fill("The [MASK] man ", " a stone.").empty());
}

TEST(MaskedModel, AnEncoderHasNoHead) {
  const auto folder = read_transformer_folder(golden("plain-bert"));
  try {
    load_masked_model(folder, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), testing::HasSubstr("has no head for words"));
  }
}

TEST(MaskedModel, AFamilyWithoutSuchAHeadIsRefused) {
  const auto folder = read_transformer_folder(golden("llama"));
  try {
    load_masked_model(folder, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), testing::HasSubstr("whose head for words sonde does not support"));
  }
}

}  // namespace masked_model_test
}  // namespace sonde
