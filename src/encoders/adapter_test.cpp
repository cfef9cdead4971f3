// LoRA adapters: places of their models, their identities as subjects, and their errors.
// golden_test.cpp checks that their vectors are PEFT's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"

namespace sonde {
namespace adapter_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kConfig = "adapter/adapter_config.json";
constexpr const char* kWeights = "adapter/adapter_model.safetensors";

class Adapter : public testing::Test {
 protected:
  void SetUp() override {
    test::copy_model("lora-bert", folder_.path() / "adapter");
    test::copy_model("plain-bert", folder_.path() / "plain-bert");
  }

  std::string spec(const std::string& options = "") const {
    return "hf:" + (folder_.path() / "adapter").string() + options;
  }

  void configure(const std::string& key, const json& value) {
    test::change_json(folder_, kConfig, [&](json& config) { config[key] = value; });
  }

  // Renames in the header of the adapter's weights. Both names have the same length.
  void rename(const std::string& name, const std::string& other) {
    std::string bytes = read_file(folder_.path() / kWeights, 1 << 20);
    ASSERT_EQ(name.size(), other.size());
    ASSERT_NE(bytes.find(name), bytes.npos);
    for (auto at = bytes.find(name); at != bytes.npos; at = bytes.find(name)) {
      bytes.replace(at, name.size(), other);
    }
    folder_.write(kWeights, bytes);
  }

  std::vector<float> vector_of(const std::string& spec, std::size_t threads = 1) {
    const auto encoder = test::encoder(spec, threads);
    const auto encoded = test::encode(*encoder, {"The old man reads."});
    return {encoded.vector(0).begin(), encoded.vector(0).end()};
  }

  Digest what(const std::string& options = "") {
    return test::encoder(spec(options))->views()[0].what;
  }

  std::string error(const std::string& options = "", ErrorKind kind = ErrorKind::kInput) {
    return test::error_line(folder_, kind, [&] { vector_of(spec(options)); });
  }

  test::Folder folder_;
};

TEST_F(Adapter, ItsModelIsFoundBesideAbsoluteInTheCacheAndAsNamed) {
  const auto expected = vector_of(test::golden("lora-bert"));
  EXPECT_EQ(vector_of(spec()), expected);
  EXPECT_EQ(vector_of(spec() + "/"), expected);

  fs::create_directories(folder_.path() / "elsewhere");
  const fs::path moved = folder_.path() / "elsewhere" / "bert";
  fs::rename(folder_.path() / "plain-bert", moved);
  EXPECT_THAT(error(), AllOf(HasSubstr("its model 'plain-bert' is neither"), HasSubstr("base=")));
  EXPECT_EQ(vector_of(spec("?base=" + moved.string())), expected);
  configure("base_model_name_or_path", moved.string());
  EXPECT_EQ(vector_of(spec()), expected);

  const fs::path repository = folder_.path() / "models--own--tiny";
  fs::create_directories(repository / "snapshots");
  fs::rename(moved, repository / "snapshots" / "abc");
  folder_.write("models--own--tiny/refs/main", "abc\n");
  configure("base_model_name_or_path", "own/tiny");
  EncoderContext context;
  context.resources.hubs = {folder_.path()};
  const auto found = make_encoder(parse_spec(spec()), context);
  EXPECT_THAT(found->views()[0].facts,
              testing::Contains(std::pair<std::string, std::string>("adapter of", "abc")));
  configure("revision", "v2");
  const auto make = [&] { make_encoder(parse_spec(spec()), context); };
  EXPECT_THAT(
      test::error_line(folder_, ErrorKind::kInput, make),
      AllOf(HasSubstr("its model 'own/tiny@v2' is neither"), HasSubstr("sonde pull own/tiny@v2")));
  folder_.write("models--own--tiny/refs/v2", "abc\n");
  EXPECT_NO_THROW(make());
}

TEST_F(Adapter, IsTheModelOfBothFoldersWhereverTheyLie) {
  const Digest before = what();
  EXPECT_EQ(test::encoder(test::golden("lora-bert"))->views()[0].what, before);
  EXPECT_NE(test::encoder(test::golden("plain-bert"))->views()[0].what, before);
  for (const char* file : {kConfig, "plain-bert/config.json", "plain-bert/tokenizer.json"}) {
    const std::string bytes = read_file(folder_.path() / file, 1 << 20);
    folder_.write(file, bytes + "\n");
    EXPECT_NE(what(), before) << file;
    folder_.write(file, bytes);
  }
  for (const char* file : {kWeights, "plain-bert/model.safetensors"}) {
    std::string bytes = read_file(folder_.path() / file, 1 << 20);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    folder_.write(file, bytes);
    EXPECT_NE(what(), before) << file;
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    folder_.write(file, bytes);
  }
  EXPECT_EQ(what(), before);
}

TEST_F(Adapter, ThreadsMakeNoDifference) { EXPECT_EQ(vector_of(spec(), 1), vector_of(spec(), 4)); }

TEST_F(Adapter, HasThePoolingOfItsModelUnlessItNamesItsOwn) {
  const auto pooled = [&](const std::string& place, const std::string& mode) {
    fs::create_directories(folder_.path() / place / "1_Pooling");
    folder_.write(place + "/modules.json",
                  R"([{"type": "sentence_transformers.models.Transformer", "path": ""},
                      {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"}])");
    folder_.write(place + "/1_Pooling/config.json", R"({"pooling_mode": ")" + mode + "\"}");
  };
  const std::string golden = test::golden("lora-bert");
  pooled("plain-bert", "cls");
  EXPECT_EQ(vector_of(spec()), vector_of(golden + "?pooling=cls"));
  pooled("adapter", "max");
  EXPECT_EQ(vector_of(spec()), vector_of(golden + "?pooling=max"));
}

TEST_F(Adapter, ItsOwnTokenizerCounts) {
  folder_.write("adapter/tokenizer.json", "{");
  EXPECT_THAT(error(), HasSubstr("adapter/tokenizer.json"));
}

TEST_F(Adapter, KindsThatAreNotSupportedAreNamed) {
  for (const auto& [key, value, named] : std::vector<std::tuple<std::string, json, std::string>>{
           {"peft_type", "IA3", "IA3"},
           {"peft_type", "PROMPT_TUNING", "PROMPT_TUNING"},
           {"use_dora", true, "DoRA"},
           {"bias", "all", "'bias' is 'all'"},
           {"init_lora_weights", "pissa_niter_4", "pissa"},
           {"layer_replication", json::array({json::array({0, 2})}), "'layer_replication'"},
           {"lora_bias", true, "'lora_bias'"},
           {"alpha_pattern", json{{"layer.(1|2).query", 3}}, "'layer.(1|2).query'"}}) {
    const json before = read_json(folder_.path() / kConfig);
    configure(key, value);
    EXPECT_THAT(error(), AllOf(HasSubstr("adapter_config.json: "), HasSubstr(named),
                               HasSubstr("merge_and_unload")));
    folder_.write(kConfig, before.dump());
  }
}

TEST_F(Adapter, AnUnreadKeyIsAnError) {
  const auto expected = vector_of(spec());
  for (const char* key : {"lora_magnitude", "megatron_config", "ensure_weight_tying"}) {
    const json before = read_json(folder_.path() / kConfig);
    configure(key, json{{"scale", 2}});
    EXPECT_THAT(error(), AllOf(HasSubstr("adapter_config.json: "), HasSubstr(key),
                               HasSubstr(std::string("ignore=") + key)));
    EXPECT_EQ(vector_of(spec(std::string("?ignore=") + key)), expected);
    folder_.write(kConfig, before.dump());
  }
  configure("exclude_modules", {"classifier"});
  EXPECT_EQ(vector_of(spec("?ignore=exclude_modules")), expected);
  EXPECT_THAT(error("?ignore=lora_alpha", ErrorKind::kUsage),
              HasSubstr("sonde reads 'lora_alpha'"));
}

TEST_F(Adapter, FieldsThatMakeNoSense) {
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, json>>{{"r", 0},
                                                 {"r", "many"},
                                                 {"lora_alpha", "much"},
                                                 {"peft_type", 7},
                                                 {"rank_pattern", json::array({1})},
                                                 {"target_modules", 3},
                                                 {"modules_to_save", json::array({3})}}) {
    const json before = read_json(folder_.path() / kConfig);
    configure(key, value);
    EXPECT_THAT(error(), HasSubstr("adapter_config.json")) << key << value;
    folder_.write(kConfig, before.dump());
  }
}

TEST_F(Adapter, WithoutWeightsOrWithPickledOnes) {
  fs::rename(folder_.path() / kWeights, folder_.path() / "adapter" / "adapter_model.bin");
  EXPECT_THAT(error(), AllOf(HasSubstr("adapter_model.bin: "), HasSubstr("pickled"),
                             HasSubstr("weights_only=True")));
  fs::remove(folder_.path() / "adapter" / "adapter_model.bin");
  EXPECT_THAT(error(), HasSubstr("is an adapter without weights"));
  folder_.write(kWeights, std::string("\2\0\0\0\0\0\0\0{}", 10));
  EXPECT_THAT(error(), HasSubstr("has no weights of LoRA"));
}

TEST_F(Adapter, ARankThatDoesNotFit) {
  configure("r", 5);
  EXPECT_THAT(error(), AllOf(HasSubstr("lora_A.weight' has the rank 4"), HasSubstr("denies")));
  configure("r", 4);
  configure("rank_pattern", json::object());
  EXPECT_THAT(error(), HasSubstr("has the rank 2"));
}

TEST_F(Adapter, TwoPatternsThatFitAModule) {
  configure("alpha_pattern", json{{"query", 1}, {"self.query", 2}});
  EXPECT_THAT(error(), HasSubstr("two patterns that fit 'encoder.layer.0.attention.self.query'"));
}

TEST_F(Adapter, AModuleThatTheModelLacks) {
  rename("layer.0.attention.self.query", "layer.7.attention.self.query");
  EXPECT_THAT(error(), AllOf(HasSubstr("the model has no 'encoder.layer.7.attention.self.query"),
                             HasSubstr("plain-bert/model.safetensors")));
}

TEST_F(Adapter, AMatrixThatIsMissing) {
  rename("layer.0.attention.self.query.lora_B", "layer.9.attention.self.query.lora_B");
  EXPECT_THAT(error(), HasSubstr("has no tensor 'base_model.model.encoder.layer.0.attention."
                                 "self.query.lora_B.weight'"));
}

TEST_F(Adapter, ATargetWithoutWeights) {
  configure("target_modules", json::array({"query", "value", "attention.output.dense"}));
  EXPECT_THAT(error(), HasSubstr("has no weights for 'attention.output.dense'"));
  configure("target_modules", json::array({"query", "q_proj"}));  // for models of another kind
  EXPECT_EQ(vector_of(spec()), vector_of(test::golden("lora-bert")));
}

TEST_F(Adapter, AModelOfAnotherSize) {
  configure("base_model_name_or_path", (test::golden_folder("prefixed-bert")).string());
  EXPECT_THAT(error(), AllOf(HasSubstr("does not fit the shape"), HasSubstr("another model")));
}

TEST_F(Adapter, WeightsThatNothingExplains) {
  configure("modules_to_save", nullptr);
  EXPECT_THAT(error(), HasSubstr("pooler.dense.bias' is neither LoRA's nor"));
  rename("base_model.model.pooler.dense.bias", "base_model.madel.pooler.dense.bias");
  EXPECT_THAT(error(), HasSubstr("not of PEFT's form"));
}

TEST_F(Adapter, WholeModulesOfAnotherShape) {
  test::change_json(folder_, kConfig, [](json& config) {
    config["modules_to_save"] = json::array({"pooler", "query"});
  });
  rename("embeddings.word_embeddings.lora_embedding_A",
         "encoder.layer.0.attention.self.query.weight");
  EXPECT_THAT(error(), HasSubstr("has another shape than the model's"));
}

TEST_F(Adapter, ANumberThatIsNone) {
  std::string bytes = read_file(folder_.path() / kWeights, 1 << 20);
  const float infinite = std::numeric_limits<float>::infinity();
  std::memcpy(bytes.data() + bytes.size() - sizeof infinite, &infinite, sizeof infinite);
  folder_.write(kWeights, bytes);
  EXPECT_THAT(error(), AllOf(HasSubstr("adapter_model.safetensors"), HasSubstr("infinite")));
}

TEST_F(Adapter, AnAdapterOfAnAdapter) {
  fs::copy(folder_.path() / "adapter", folder_.path() / "second");
  EXPECT_THAT(error("?base=" + (folder_.path() / "second").string()),
              AllOf(HasSubstr("second"), HasSubstr("base of another")));
}

TEST_F(Adapter, AModelHasNoBase) {
  const auto make = [&] { test::encoder(test::golden("plain-bert") + "?base=x"); };
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kUsage, make), HasSubstr("base"));
}

}  // namespace adapter_test
}  // namespace sonde
