// Every key of a folder's files is read, harmless, or an error. Assumptions are reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "encoders/model_copy_test.h"

namespace sonde {
namespace folder_keys_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class FolderKeys : public testing::Test {
 protected:
  void copy(const std::string& model) { test::copy_model(model, folder_.path()); }

  void set(const std::string& key, const json& value, const std::string& file = "config.json") {
    test::change_json(folder_, file, [&](json& all) { all[key] = value; });
  }

  std::unique_ptr<Encoder> made(const std::string& options = "") const {
    return test::encoder("hf:" + folder_.path().string() + options);
  }

  std::string error(const std::string& options = "") const {
    return test::error_line(folder_, ErrorKind::kInput, [&] { made(options); });
  }

  std::string assumed(const std::string& options = "") const {
    const auto encoder = made(options);
    for (const auto& [fact, value] : encoder->views()[0].facts) {
      if (fact == "assumed") return value;
    }
    return {};
  }

  void expect_vectors_of(const std::string& model, const std::string& options = "") const {
    const auto same = test::encode(*test::encoder(test::golden(model)), {"a dog"});
    EXPECT_TRUE(test::same_bits(test::encode(*made(options), {"a dog"}).vector(0), same.vector(0)));
  }

  test::Folder folder_;
};

TEST_F(FolderKeys, AKeyThatNoPartReadsIsAnErrorWhoseAdviceWorks) {
  for (const json& value : std::vector<json>{3, false, "new", {{"scale", 2}}}) {
    const test::Folder folder;
    test::copy_model("plain-bert", folder.path());
    test::change_json(folder, "config.json", [&](json& all) { all["attends_backwards"] = value; });
    const std::string spec = "hf:" + folder.path().string();
    EXPECT_THAT(
        test::error_line(folder, ErrorKind::kInput, [&] { test::encoder(spec); }),
        AllOf(HasSubstr("config.json: "), HasSubstr("'attends_backwards' is " + value.dump()),
              HasSubstr("ignore=attends_backwards")));
    const auto passed = test::encode(*test::encoder(spec + "?ignore=attends_backwards"), {"a dog"});
    const auto plain = test::encode(*test::encoder(test::golden("plain-bert")), {"a dog"});
    EXPECT_TRUE(test::same_bits(passed.vector(0), plain.vector(0)));
  }
}

TEST_F(FolderKeys, HarmlessKeysDefaultsAndNothingAreNoErrors) {
  copy("plain-bert");
  set("hidden_dropout_prob", 0.3);
  set("add_cross_attention", false);
  set("directionality", "bidi");
  set("attends_backwards", nullptr);
  set("pruned_heads", json::object());
  set("uniem_embedding_strategy", "last_mean");
  expect_vectors_of("plain-bert");
  EXPECT_EQ(assumed(), "pooling mean: no modules.json");
}

TEST_F(FolderKeys, APoolingOfAnotherLibraryMustBeTheMean) {
  copy("plain-bert");
  set("uniem_embedding_strategy", "last_weighted");
  EXPECT_THAT(error(), HasSubstr("for bert it supports \"last_mean\""));
}

TEST_F(FolderKeys, AnotherNameOfAKeyMustAgreeWithIt) {
  copy("gpt2");
  set("hidden_size", 16);
  expect_vectors_of("gpt2");
  set("hidden_size", 24);
  EXPECT_THAT(error(), AllOf(HasSubstr("'hidden_size' is 24"), HasSubstr("'n_embd'")));
}

TEST_F(FolderKeys, OlderAndNewerNamesMustAgree) {
  copy("nomic-bert");
  set("num_hidden_layers", 7);
  set("n_layer", 2);
  EXPECT_THAT(error(), HasSubstr("config.json"));
}

TEST_F(FolderKeys, DerivedKeysOfT5MustFollow) {
  copy("t5");
  set("dense_act_fn", "silu");
  EXPECT_THAT(error(), HasSubstr("'dense_act_fn' is \"silu\""));
}

TEST_F(FolderKeys, KeysOfARopeAreCheckedToo) {
  copy("llama");
  test::change_json(folder_, "config.json",
                    [](json& all) { all["rope_parameters"]["mrope_section"] = {1, 2}; });
  EXPECT_THAT(error(),
              AllOf(HasSubstr("'mrope_section' is [1,2]"), HasSubstr("ignore=mrope_section")));
  expect_vectors_of("llama", "?ignore=mrope_section");
}

TEST_F(FolderKeys, KindsOfDistancesAreNamedOnce) {
  copy("deberta");
  set("pos_att_type", {"c2p", "p2c", "c2p"});
  EXPECT_THAT(error(), HasSubstr("it supports each kind once"));
}

TEST_F(FolderKeys, CodeOfTheFolderIsRefusedAndNeverRun) {
  copy("llama");
  set("auto_map", {{"AutoModel", "modeling_own.BidirectionalModel"}});
  EXPECT_THAT(error(), AllOf(HasSubstr("modeling_own.BidirectionalModel"), HasSubstr("never runs"),
                             HasSubstr("ignore=auto_map")));
  expect_vectors_of("llama", "?ignore=auto_map");
  set("auto_map", {{"AutoModelForCausalLM", "modeling_own.Model"}});
  expect_vectors_of("llama");
}

TEST_F(FolderKeys, AnotherTokenizersFileIsRefusedUnlessItIsIgnored) {
  copy("llama");
  const std::string key = "fast_tokenizer_files";
  set(key, {"tokenizer.5.0.json", "tokenizer.json"}, "tokenizer_config.json");
  EXPECT_THAT(error(), AllOf(HasSubstr("tokenizer_config.json"), HasSubstr("tokenizer.5.0.json")));
  expect_vectors_of("llama", "?ignore=" + key);
  set(key, "tokenizer.5.0.json", "tokenizer_config.json");
  EXPECT_THAT(error(), HasSubstr("not a list of files"));
}

TEST_F(FolderKeys, TheTokenizersLimitHasTwoNamesAndMayBeAFloat) {
  copy("plain-bert");
  const std::string file = "tokenizer_config.json";
  const auto limit = [&](const json& changes) {
    test::change_json(folder_, file, [&](json& all) {
      all.erase("model_max_length"), all.erase("max_len"), all.update(changes);
    });
    const auto facts = made()->views()[0].facts;
    return std::ranges::find(facts, "length limit", &std::pair<std::string, std::string>::first)
        ->second;
  };
  EXPECT_EQ(limit({{"max_len", 6}}), "6");
  EXPECT_EQ(limit({{"max_len", 6}, {"model_max_length", 9}}), "9");
  EXPECT_EQ(limit({{"max_len", 6}, {"model_max_length", nullptr}}), "96");
  EXPECT_EQ(limit({{"model_max_length", 6.0}}), "6");
  EXPECT_EQ(limit({{"model_max_length", 1e30}}), "96");
  for (const json& wrong : std::vector<json>{0, -1, 6.5, "6"}) {
    set("model_max_length", wrong, file);
    EXPECT_THAT(error(), HasSubstr("'model_max_length' is " + wrong.dump())) << wrong;
  }
}

TEST_F(FolderKeys, AClassThatTransformersLacksIsTold) {
  copy("llama");
  set("architectures", {"LlamaForCausalLM"});
  EXPECT_THAT(assumed(), Not(HasSubstr("class")));
  set("architectures", {"OwnBidirectionalModel"});
  EXPECT_THAT(assumed(), HasSubstr("class transformers' llama; 'architectures' names "
                                   "\"OwnBidirectionalModel\""));
}

TEST_F(FolderKeys, ATokenizersKeyThatTransformersLacksIsTold) {
  copy("roberta");
  folder_.write("special_tokens_map.json", R"({"image_token": "<image>", "reads_backwards": 3})");
  set("turns_about", true, "tokenizer_config.json");
  set("use_default_system_prompt", true, "tokenizer_config.json");
  EXPECT_THAT(assumed(),
              AllOf(HasSubstr("'turns_about' of tokenizer_config.json is not read"),
                    HasSubstr("'reads_backwards' of special_tokens_map.json is not read"),
                    Not(HasSubstr("image")), Not(HasSubstr("system"))));
  EXPECT_THAT(assumed("?ignore=turns_about"),
              HasSubstr("'turns_about' of tokenizer_config.json ignored, as asked"));
}

TEST_F(FolderKeys, ATokenizersKeyThatTransformersWouldFollowIsAnError) {
  const std::string file = "tokenizer_config.json";
  copy("roberta");
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, json>>{{"vocab", {{"a", 0}}},
                                                 {"tokenizer_truncation", {{"max_length", 4}}},
                                                 {"split_special_tokens", true},
                                                 {"fix_mistral_regex", true}}) {
    set(key, value, file);
    EXPECT_THAT(error(), AllOf(HasSubstr(file + ": '" + key + "' is " + value.dump()),
                               HasSubstr("ignore=" + key)));
    EXPECT_NO_THROW(made("?ignore=" + key));
    set(key, nullptr, file);
    EXPECT_NO_THROW(made());
  }
}

TEST_F(FolderKeys, UnreadKeysOfModulesAreErrors) {
  struct Case {
    std::string file, key;
    json value;
  };
  for (const auto& [file, key, value] :
       std::vector<Case>{{"sentence_bert_config.json", "reads_twice", true},
                         {"1_Pooling/config.json", "pooling_power", 3},
                         {"2_Dense/config.json", "scale", 2.5},
                         {"config_sentence_transformers.json", "instruction", "query: "}}) {
    const test::Folder folder;
    test::copy_model("prompted", folder.path());
    test::change_json(folder, file, [&](json& all) { all[key] = value; });
    EXPECT_THAT(test::error_line(folder, ErrorKind::kInput,
                                 [&] { test::encoder("hf:" + folder.path().string()); }),
                AllOf(HasSubstr(file), HasSubstr("'" + key + "' is " + value.dump())));
    EXPECT_NO_THROW(test::encoder("hf:" + folder.path().string() + "?ignore=" + key));
  }
}

// sentence-transformers would run the last one alone.
TEST_F(FolderKeys, TwoModulesOfOneNameAreAnError) {
  copy("prompted");
  test::change_json(folder_, "modules.json", [](json& all) { all[3]["name"] = all[2]["name"]; });
  EXPECT_THAT(error(), AllOf(HasSubstr("modules.json"), HasSubstr("'name' is \"2\"")));
}

TEST_F(FolderKeys, AModulesArgumentsAreAnError) {
  copy("prompted");
  test::change_json(folder_, "modules.json", [](json& all) { all[0]["kwargs"] = {"task"}; });
  EXPECT_THAT(error(), AllOf(HasSubstr("modules.json"), HasSubstr("'kwargs' is [\"task\"]")));
}

TEST_F(FolderKeys, AnotherSimilarityThanTheCosineIsTold) {
  copy("prompted");
  const std::string file = "config_sentence_transformers.json";
  set("similarity_fn_name", "cosine", file);
  EXPECT_THAT(assumed(), Not(HasSubstr("similarity")));
  set("similarity_fn_name", "manhattan", file);
  EXPECT_THAT(assumed(), HasSubstr("similarity cosine, though the folder says manhattan"));
}

TEST_F(FolderKeys, AnAssumedPoolingIsToldUnlessItIsChosen) {
  copy("prompted");
  std::filesystem::remove(folder_.path() / "modules.json");
  folder_.write("1_Pooling/config.json", R"({"pooling_mode_cls_token": true})");
  EXPECT_THAT(assumed(), AllOf(HasSubstr("pooling mean: no modules.json"), HasSubstr("says cls")));
  EXPECT_THAT(assumed("?pooling=cls"), Not(HasSubstr("pooling")));
}

TEST_F(FolderKeys, PromptsWithoutADefaultAreTold) {
  copy("prompted");
  const std::string file = "config_sentence_transformers.json";
  set("prompts", {{"query", "query: "}, {"document", ""}}, file);
  set("default_prompt_name", nullptr, file);
  EXPECT_THAT(assumed(), HasSubstr("prompt none: the folder has query"));
  EXPECT_THAT(assumed("?prompt=query"), Not(HasSubstr("prompt")));
}

TEST_F(FolderKeys, BartsStatesAreToldUnlessTheyAreChosen) {
  copy("bart");
  EXPECT_THAT(assumed(), AllOf(HasSubstr("states the encoder's"), HasSubstr("states=decoder")));
  EXPECT_THAT(assumed("?states=encoder"), Not(HasSubstr("states")));
  EXPECT_THAT(assumed("?states=decoder"), Not(HasSubstr("states")));
}

}  // namespace folder_keys_test
}  // namespace sonde
