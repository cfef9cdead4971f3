// Settings in the files next to tokenizer.json are heeded, or refused, for every class.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "encoders/model_copy_test.h"
#include "engine/folders/model_folder.h"
#include "sonde/error.h"

namespace sonde {
namespace tokenizer_rules_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using Ids = std::vector<std::int32_t>;

constexpr const char* kConfig = "tokenizer_config.json";
// A golden model of each tokenizer's class, and one that takes its file as it is.
const std::vector<std::string> kModels{"albert", "cross-bert", "deberta-v2",  "llama", "mbart",
                                       "mpnet",  "roberta",    "xlm-roberta", "xlnet"};
const std::vector<std::string> kRoles{"bos_token", "eos_token", "unk_token", "sep_token",
                                      "pad_token", "cls_token", "mask_token"};

class Copy {
 public:
  explicit Copy(const std::string& model) { test::copy_model(model, folder_->path()); }

  Copy& with(const std::string& file, const json& fields) {
    if (!std::filesystem::exists(folder_->path() / file)) folder_->write(file, "{}");
    test::change_json(*folder_, file, [&](json& all) { all.update(fields); });
    return *this;
  }
  Copy& without(const std::string& key) {
    test::change_json(*folder_, kConfig, [&](json& all) { all.erase(key); });
    return *this;
  }

  json tokenizer() const { return read_json(folder_->path() / "tokenizer.json"); }

  Ids ids(const std::string& text) const {
    Ids ids;
    load_tokenizer(read_transformer_folder(folder_->path())).encode(text, ids);
    return ids;
  }

  std::string error() const {
    return test::error_line(*folder_, ErrorKind::kInput, [&] { ids("a"); });
  }

  // Whether a token within a word of the text is one, or the folder is refused.
  bool heeds(const std::string& word) const {
    try {
      const auto id = load_tokenizer(read_transformer_folder(folder_->path())).id_of(word);
      return id && std::ranges::count(ids("x" + word + "y " + word), *id) == 2;
    } catch (const Error& error) {
      return error.kind() == ErrorKind::kInput;
    }
  }

 private:
  std::unique_ptr<test::Folder> folder_ = std::make_unique<test::Folder>();
};

class TokenizerRules : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, TokenizerRules, testing::ValuesIn(kModels), [](const auto& model) {
  std::string name = model.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST_P(TokenizerRules, ATokenOfAnyRoleIsOneToken) {
  for (const auto& role : kRoles) {
    EXPECT_TRUE(Copy(GetParam()).with(kConfig, {{role, "qq"}}).heeds("qq")) << role;
    EXPECT_TRUE(Copy(GetParam())
                    .without(role)
                    .with("special_tokens_map.json", {{role, {{"content", "qq"}}}})
                    .heeds("qq"))
        << role;
  }
}

TEST_P(TokenizerRules, AnAddedTokenIsOneToken) {
  for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
    Copy copy(GetParam());
    copy.without("extra_special_tokens");
    EXPECT_TRUE(copy.with(kConfig, {{key, {"qq"}}}).heeds("qq")) << key;
  }
  const json with_rules{{"__type", "AddedToken"}, {"content", "qq"}};
  for (const json& token : {json("qq"), with_rules}) {
    EXPECT_TRUE(Copy(GetParam()).with(kConfig, {{"image_token", token}}).heeds("qq")) << token;
  }
  EXPECT_TRUE(Copy(GetParam()).with("added_tokens.json", {{"qq", 90000}}).heeds("qq"));
  Copy copy(GetParam());
  const json tokenizer = copy.tokenizer();
  json decoder = json::object();
  for (const auto& token : tokenizer.at("added_tokens")) {
    decoder[token.at("id").dump()] = token;
    decoder[token.at("id").dump()].erase("id");
  }
  decoder["90000"] = {{"content", "qq"}};
  EXPECT_TRUE(copy.with(kConfig, {{"added_tokens_decoder", decoder}}).heeds("qq"));
  decoder.erase("90000");
  EXPECT_EQ(copy.with(kConfig, {{"added_tokens_decoder", decoder}}).ids("a dog"),
            Copy(GetParam()).ids("a dog"));
}

TEST_P(TokenizerRules, AClassOfAnotherKindIsRefused) {
  const auto kind = Copy(GetParam()).tokenizer().at("model").at("type").get<std::string>();
  if (GetParam() == "llama") return;  // RoBERTa's class and Llama's read the same kind
  for (const auto& [name, needs] :
       std::vector<std::pair<std::string, std::string>>{{"BertTokenizer", "WordPiece"},
                                                        {"RobertaTokenizerFast", "BPE"},
                                                        {"XLMRobertaTokenizer", "Unigram"}}) {
    if (needs == kind) continue;
    const auto error = Copy(GetParam()).with(kConfig, {{"tokenizer_class", name}}).error();
    EXPECT_THAT(error, AllOf(HasSubstr("needs " + needs + ": this file has " + kind),
                             HasSubstr("\"tokenizer_class\": \"TokenizersBackend\"")));
  }
  Copy copy(GetParam());
  EXPECT_EQ(copy.with(kConfig, {{"tokenizer_class", "TokenizersBackend"}}).ids("a dog"),
            Copy(GetParam()).ids("a dog"))
      << "the advice";
}

TEST(TokenizerRules, WhatSurroundsATextIsTheClasses) {
  for (const char* role : {"cls_token", "sep_token"}) {
    EXPECT_THAT(Copy("mpnet").with(kConfig, {{role, "[UNK]"}}).error(),
                AllOf(HasSubstr("MPNetTokenizer surrounds a text by "), HasSubstr("[UNK]")));
  }
  EXPECT_THAT(Copy("mpnet").with(kConfig, {{"unk_token", "<pad>"}}).error(),
              HasSubstr("the unknown token of MPNetTokenizer is \"<pad>\""));
  EXPECT_THAT(Copy("mbart").with(kConfig, {{"src_lang", "ro_RO"}}).error(), HasSubstr("ro_RO"));
}

TEST(TokenizerRules, WhatAClassBuildsIsNotTheFiles) {
  Copy albert("albert");
  albert.with(kConfig, {{"do_lower_case", false}});
  EXPECT_NE(albert.ids("THE DOG"), albert.ids("the dog"));
  EXPECT_EQ(Copy("albert").ids("THE DOG"), Copy("albert").ids("the dog"));
  Copy space("xlm-roberta");
  space.with(kConfig, {{"add_prefix_space", false}});
  EXPECT_NE(space.ids("dog"), Copy("xlm-roberta").ids("dog"));
}

TEST(TokenizerRules, WhatSondeDoesNotRun) {
  EXPECT_THAT(Copy("roberta").with(kConfig, {{"tokenizer_class", "PhobertTokenizer"}}).error(),
              AllOf(HasSubstr("PhobertTokenizer"), HasSubstr("TokenizersBackend")));
  EXPECT_THAT(
      Copy("qwen2").with(kConfig, {{"auto_map", {{"AutoTokenizer", {"a.B", nullptr}}}}}).error(),
      HasSubstr("ignore=auto_map"));
  const json files{"tokenizer.json", "tokenizer.4.0.0.json"};
  EXPECT_THAT(Copy("qwen2").with(kConfig, {{"fast_tokenizer_files", files}}).error(),
              AllOf(HasSubstr("tokenizer.4.0.0.json"), HasSubstr("ignore=fast_tokenizer_files")));
  EXPECT_EQ(Copy("qwen2").with(kConfig, {{"fast_tokenizer_files", {"tokenizer.json"}}}).ids("dog"),
            Copy("qwen2").ids("dog"));
}

}  // namespace tokenizer_rules_test
}  // namespace sonde
