// Graphs against the same network written out with plain loops in double: by each fact of a model,
// with each kernel of sonde's own and with the library's operations.
#include "engine/graph/transformer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/post_norm_graph.h"
#include "engine/plain_states_test.h"
#include "engine/random_weights_test.h"
#include "sonde/error.h"

namespace sonde {
namespace transformer_test {

const std::filesystem::path kGolden = SONDE_SOURCE_DIR "/tests/golden";
class TransformerTest : public testing::TestWithParam<test::NamedKernels> {};

TEST_P(TransformerTest, AgreesWithPlainLoopsInEveryLayer) {
  const auto folder = read_model_folder(kGolden / "plain-bert");
  test::expect_plain_states(folder.transformer, folder.weights, GetParam().kernels);
}

constexpr Family kFamily{
    .model_type = "test",
    .prefix = "",
    .build = build_post_norm,
    .keys = {.key_value_heads = "num_key_value_heads",
             .head_width = "head_dim",
             .attention_bias = "attention_bias",
             .feed_forward_bias = "mlp_bias",
             .norm_bias = "norm_bias"},
    .names = {.gate = "gate"},
};

// A fact that differs from BERT's: of the family, or of config.json.
struct Fact {
  std::string name;
  std::function<void(Family&, nlohmann::json&)> state;
};

void state_all(Family& family, nlohmann::json& json);

const std::vector<Fact>& facts() {
  static const std::vector<Fact> all{
      {"scale", [](Family& f, nlohmann::json&) { f.attention_scale = 0.6F; }},
      {"head_width", [](Family&, nlohmann::json& j) { j["head_dim"] = 10; }},
      {"grouped_keys", [](Family&, nlohmann::json& j) { j["num_key_value_heads"] = 2; }},
      {"causal", [](Family& f, nlohmann::json&) { f.causal = true; }},
      {"gated", [](Family& f, nlohmann::json&) { f.gated = true; }},
      {"relu", [](Family&, nlohmann::json& j) { j["hidden_act"] = "relu"; }},
      {"rms", [](Family& f, nlohmann::json&) { f.norm = Norm::kRms; }},
      {"epsilon", [](Family&, nlohmann::json& j) { j["layer_norm_eps"] = 0.1; }},
      {"no_attention_bias", [](Family&, nlohmann::json& j) { j["attention_bias"] = false; }},
      {"no_feed_forward_bias", [](Family&, nlohmann::json& j) { j["mlp_bias"] = false; }},
      {"no_norm_bias", [](Family&, nlohmann::json& j) { j["norm_bias"] = false; }},
      {"all", state_all}};
  return all;
}

void state_all(Family& family, nlohmann::json& json) {
  for (const auto& fact : facts()) {
    if (fact.name != "all") fact.state(family, json);
  }
}

TransformerConfig config_of(const nlohmann::json& json, const Family& family) {
  return transformer_config({nlohmann::json::parse(json.dump()), "config.json"}, family);
}

nlohmann::json plain_json() {
  return {{"hidden_size", 24},       {"num_hidden_layers", 3}, {"num_attention_heads", 4},
          {"intermediate_size", 40}, {"vocab_size", 160},      {"max_position_embeddings", 12}};
}

TEST_P(TransformerTest, HonoursEachFactOfAModel) {
  for (const auto& fact : facts()) {
    SCOPED_TRACE(fact.name);
    Family family = kFamily;
    auto json = plain_json();
    fact.state(family, json);
    const auto config = config_of(json, family);
    const test::RandomWeights weights(config);
    test::expect_plain_states(config, weights.file(), GetParam().kernels);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, TransformerTest, testing::ValuesIn(test::all_kernels()),
                         [](const auto& kernels) { return kernels.param.name; });

TEST(TransformerConfig, OwnKernelsAreInForceOnlyWhereTheyComputeTheModel) {
  const Kernels all{true, true, Products::kTiles};
  for (const auto& fact : facts()) {
    SCOPED_TRACE(fact.name);
    Family family = kFamily;
    auto json = plain_json();
    fact.state(family, json);
    const Kernels left = kernels_for(config_of(json, family), all);
    const bool all_facts = fact.name == "all";
    EXPECT_EQ(left.attention, !all_facts && fact.name != "causal" && fact.name != "grouped_keys");
    EXPECT_EQ(left.norm, !all_facts && fact.name != "rms");
    EXPECT_EQ(left.products, all.products);
  }
}

TEST(TransformerConfig, RefusesKeyHeadsThatDoNotDivideTheQueries) {
  auto json = plain_json();
  json["num_key_value_heads"] = 3;
  try {
    config_of(json, kFamily);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("num_key_value_heads"));
  }
}

}  // namespace transformer_test
}  // namespace sonde
