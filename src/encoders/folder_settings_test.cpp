// Settings in files other than tokenizer.json and the weights are heeded, or refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "encoders/model_copy_test.h"

namespace sonde {
namespace folder_settings_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::vector<std::string> kSentences{"THE Dog sleeps.", "Caf\u00e9 na\u00efve", "the dog",
                                          "dog \u732b\u732b cat"};

// A golden model with changed files.
class Changed {
 public:
  using Edit = std::function<void(json&)>;

  explicit Changed(const std::string& model) { test::copy_model(model, folder_->path()); }

  Changed& with(const std::string& file, const Edit& edit) {
    test::change_json(*folder_, file, edit);
    return *this;
  }

  Changed& with(const std::string& file, const std::string& key, const json& value) {
    return with(file, [&](json& all) { all[key] = value; });
  }

  test::Encoded encoded(const std::vector<std::string>& sentences = kSentences,
                        const std::string& options = "") const {
    return test::encode(*test::encoder("hf:" + folder_->path().string() + options), sentences);
  }

  std::string error() const {
    return test::error_line(*folder_, ErrorKind::kInput, [&] { encoded(); });
  }

 private:
  std::unique_ptr<test::Folder> folder_ = std::make_unique<test::Folder>();
};

bool same(const test::Encoded& a, const test::Encoded& b) {
  for (std::size_t i = 0; i < a.remarks.size(); ++i) {
    if (!test::same_bits(a.vector(i), b.vector(i))) return false;
  }
  return a.remarks.size() == b.remarks.size();
}

Changed with_normalizer(const std::string& key, const json& value, const std::string& classname) {
  Changed changed("plain-bert");
  changed.with("tokenizer.json", [&](json& all) { all["normalizer"][key] = value; });
  changed.with("tokenizer_config.json", "tokenizer_class", classname);
  return changed;
}

// transformers' classes for WordPiece rebuild the normalizer. The class for any tokenizer doesn't.
TEST(FolderSettings, TheNormalizerIsThatOfTheTokenizersClass) {
  for (const auto& [key, value, setting] : std::vector<std::tuple<std::string, json, std::string>>{
           {"lowercase", false, "do_lower_case"},
           {"strip_accents", false, "strip_accents"},
           {"handle_chinese_chars", false, "tokenize_chinese_chars"}}) {
    const auto plain = Changed("plain-bert").encoded();
    const auto kept = with_normalizer(key, value, "PreTrainedTokenizerFast").encoded();
    EXPECT_FALSE(same(kept, plain)) << key;
    for (const char* name : {"BertTokenizer", "BertTokenizerFast", "MPNetTokenizer"}) {
      EXPECT_TRUE(same(with_normalizer(key, value, name).encoded(), plain)) << key << name;
    }
    Changed told("plain-bert");
    told.with("tokenizer_config.json", "tokenizer_class", "BertTokenizer");
    told.with("tokenizer_config.json", setting, value);
    EXPECT_TRUE(same(told.encoded(), kept)) << key;
  }
}

TEST(FolderSettings, WithoutAClassItIsTheConfigsOrTheFamilys) {
  Changed changed("plain-bert");
  changed.with("tokenizer.json", [](json& all) { all["normalizer"]["lowercase"] = false; });
  const auto kept = changed.encoded();
  changed.with("tokenizer_config.json", [](json& all) { all.erase("tokenizer_class"); });
  EXPECT_TRUE(same(changed.encoded(), Changed("plain-bert").encoded()));
  changed.with("config.json", "tokenizer_class", "PreTrainedTokenizerFast");
  EXPECT_TRUE(same(changed.encoded(), kept));
}

TEST(FolderSettings, RobertasSpaceBeforeATextIsTheConfigs) {
  const auto plain = Changed("roberta").encoded();
  Changed told("roberta");
  told.with("tokenizer_config.json", "add_prefix_space", true);
  EXPECT_FALSE(same(told.encoded(), plain));
  EXPECT_TRUE(same(told.encoded({"the dog"}), Changed("roberta").encoded({" the dog"})));
  Changed file("roberta");
  file.with("tokenizer.json", [](json& all) { all["pre_tokenizer"]["add_prefix_space"] = true; });
  EXPECT_TRUE(same(file.encoded(), plain));
}

TEST(FolderSettings, WhatIsTooLongLosesTheSideThatTheTokenizerSays) {
  const std::vector<std::string> whole{"the old dog and the red cat"}, end{"the red cat"};
  Changed config("plain-bert");
  config.with("tokenizer_config.json", "truncation_side", "left");
  Changed file("plain-bert");
  file.with(
      "tokenizer.json", "truncation",
      {{"direction", "Left"}, {"max_length", 9}, {"strategy", "LongestFirst"}, {"stride", 0}});
  const auto expected = Changed("plain-bert").encoded(end);
  EXPECT_TRUE(same(config.encoded(whole, "?max_tokens=5"), expected));
  EXPECT_TRUE(same(file.encoded(whole, "?max_tokens=5"), expected));
  const std::string mask = "?pooling=mask&template=a [MASK] means {} .";
  EXPECT_TRUE(same(config.encoded(whole, mask + "&max_tokens=9"),
                   Changed("plain-bert").encoded(end, mask)));
}

TEST(FolderSettings, AVectorIsCutToTheDimensionOfTheFolder) {
  Changed changed("prompted");
  changed.with("config_sentence_transformers.json", "truncate_dim", 4);
  const auto cut = changed.encoded({"a dog"});
  const auto whole = Changed("prompted").encoded({"a dog"});
  ASSERT_EQ(cut.vector(0).size(), 4U);
  EXPECT_TRUE(test::same_bits(cut.vector(0), whole.vector(0).first(4)));
  EXPECT_EQ(changed.encoded({"a dog"}, "?layer=words").vector(0).size(), 16U);
}

struct Refused {
  std::string file;
  std::string key;
  json value;
};

class WhatSondeDoesNotSupport : public testing::TestWithParam<Refused> {};

TEST_P(WhatSondeDoesNotSupport, IsRefused) {
  const auto& [file, key, value] = GetParam();
  Changed changed("prompted");
  changed.with(file, [&](json& all) { (all.is_array() ? all[0] : all)[key] = value; });
  EXPECT_THAT(changed.error(), AllOf(HasSubstr(file), HasSubstr("'" + key + "'"),
                                     HasSubstr(value.dump()), HasSubstr("not support")));
}

const std::string kBert = "sentence_bert_config.json";
const std::string kDense = "2_Dense/config.json";

INSTANTIATE_TEST_SUITE_P(
    Files, WhatSondeDoesNotSupport,
    testing::Values(Refused{kBert, "processing_kwargs", {{"text", {{"max_length", 8}}}}},
                    Refused{kBert, "processor_kwargs", {{"model_max_length", 8}}},
                    Refused{kBert, "tokenizer_args", {{"model_max_length", 8}}},
                    Refused{kBert, "config_args", {{"num_hidden_layers", 1}}},
                    Refused{kBert, "transformer_task", "fill-mask"},
                    Refused{kBert, "module_output_name", "scores"},
                    Refused{kDense, "module_input_name", "token_embeddings"},
                    Refused{kDense, "module_output_name", "token_embeddings"},
                    Refused{kDense, "activation_function", "mine.Identity"},
                    Refused{kDense, "use_residual", true},
                    Refused{"modules.json", "type", "custom_st.Transformer"},
                    Refused{"tokenizer_config.json", "truncation_side", "middle"},
                    Refused{"tokenizer_config.json", "split_special_tokens", true},
                    Refused{"config_sentence_transformers.json", "model_type", "Reranker"},
                    Refused{"config.json", "hidden_act", "mish"}));

TEST(FolderSettings, AnotherOutputOfTheModelIsRefused) {
  Changed changed("prompted");
  changed.with(kBert, "modality_config",
               {{"text", {{"method", "forward"}, {"method_output_name", "pooler_output"}}}});
  EXPECT_THAT(changed.error(), AllOf(HasSubstr(kBert), HasSubstr("\"pooler_output\"")));
}

}  // namespace folder_settings_test
}  // namespace sonde
