// Whether a pair of sentences has types is up to the tokenizer's class, and to model_input_names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "encoders/model_copy_test.h"
#include "engine/models/pair_tokens.h"

namespace sonde {
namespace pair_types_test {

using nlohmann::json;
using testing::HasSubstr;

const json kWith{"input_ids", "token_type_ids"}, kWithout{"input_ids", "attention_mask"};

class PairTypes : public testing::Test {
 protected:
  PairTypes() { test::copy_model("cross-bert", folder_.path()); }

  // Null: the folder does not have the key.
  bool typed(const json& name, const json& inputs = nullptr) {
    set("tokenizer_class", name);
    set("model_input_names", inputs);
    return typed();
  }

  bool typed() {
    const ModelFolder folder = read_transformer_folder(folder_.path());
    const auto last = PairTokenizer(folder, 64)("the dog", "a cat").ids.back();
    return last >= static_cast<std::int32_t>(folder.transformer.vocabulary);
  }

  void set(const char* key, const json& value) {
    test::change_json(folder_, "tokenizer_config.json", [&](json& config) {
      config.erase(key);
      if (!value.is_null()) config[key] = value;
    });
  }

  test::Folder folder_;
};

TEST_F(PairTypes, AreGivenByBertsClass) {
  for (const json& name : {json(), json("BertTokenizer"), json("BertTokenizerFast"),
                           json("ElectraTokenizer"), json("DPRContextEncoderTokenizer")}) {
    EXPECT_TRUE(typed(name)) << name;
    EXPECT_FALSE(typed(name, kWithout)) << name;
  }
}

TEST_F(PairTypes, AreNotGivenByOtherClassesUnlessAsked) {
  for (const char* name : {"DistilBertTokenizer", "DistilBertTokenizerFast", "DPRReaderTokenizer",
                           "TokenizersBackend", "PreTrainedTokenizerFast", "NoSuchTokenizer"}) {
    EXPECT_FALSE(typed(name)) << name;
    EXPECT_TRUE(typed(name, kWith)) << name;
  }
}

TEST_F(PairTypes, AFolderWithoutTokenizerConfig) {
  std::filesystem::remove(folder_.path() / "tokenizer_config.json");
  EXPECT_TRUE(typed());
  test::change_json(folder_, "config.json",
                    [](json& config) { config["tokenizer_class"] = "PreTrainedTokenizerFast"; });
  EXPECT_FALSE(typed());
}

TEST_F(PairTypes, InputsThatAreNoList) {
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { typed("BertTokenizer", "token_type_ids"); }),
              HasSubstr("'model_input_names' is \"token_type_ids\", not a list"));
}

}  // namespace pair_types_test
}  // namespace sonde
