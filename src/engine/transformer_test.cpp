// Graphs against the same network written out with plain loops in double: by each fact of a model,
// with each kernel of sonde's own and with the library's operations.
#include "engine/transformer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/kernel_choice.h"
#include "engine/model_folder.h"
#include "engine/plain_transformer_test.h"
#include "engine/post_norm_graph.h"
#include "engine/random_weights_test.h"
#include "sonde/error.h"

namespace sonde {
namespace {

const std::filesystem::path kGolden = SONDE_SOURCE_DIR "/tests/golden";
const std::vector<std::size_t> kTaps{0, 3, 1, 2};
const std::vector<std::vector<std::int32_t>> kSentences{{2, 60, 130, 99, 3}, {2, 17, 17, 150, 3}};

struct NamedKernels {
  std::string name;
  Kernels kernels;
};

void PrintTo(const NamedKernels& kernels, std::ostream* out) { *out << kernels.name; }

std::vector<NamedKernels> all_kernels() {
  std::vector<NamedKernels> all{{"library", {}},
                                {"attention", {.attention = true}},
                                {"norm", {.norm = true}},
                                {"emulated_tiles", {.products = Products::kEmulatedTiles}},
                                {"all_emulated", {true, true, Products::kEmulatedTiles}}};
  if (own_kernels().products == Products::kTiles) {
    all.push_back({"tiles", {.products = Products::kTiles}});
    all.push_back({"all", own_kernels()});
  }
  return all;
}

void expect_plain_states(const TransformerConfig& config, const std::filesystem::path& file,
                         const Kernels& kernels) {
  const Weights weights(file, config.family->prefix);
  const auto transformer = make_transformer(config, weights, kTaps, {Precision::kF32, kernels, 2});
  const test::PlainTransformer plain(config, weights);
  std::vector<std::int32_t> ids;
  for (const auto& sentence : kSentences) ids.insert(ids.end(), sentence.begin(), sentence.end());
  std::size_t used = 0;
  transformer->run(ids, 5, [&](std::span<const Matrix<const float>> states) {
    for (std::size_t tap = 0; tap < kTaps.size(); ++tap) {
      ASSERT_EQ(states[tap].rows(), 10U);
      for (std::size_t s = 0; s < kSentences.size(); ++s) {
        const auto want = plain.states(kSentences[s], kTaps[tap]);
        for (std::size_t t = 0; t < 5; ++t) {
          for (std::size_t i = 0; i < config.hidden; ++i, ++used) {
            ASSERT_NEAR(static_cast<double>(states[tap](s * 5 + t, i)), want[t][i], 1e-5);
          }
        }
      }
    }
  });
  EXPECT_EQ(used, kTaps.size() * 10 * config.hidden);
}

class TransformerTest : public testing::TestWithParam<NamedKernels> {};

TEST_P(TransformerTest, AgreesWithPlainLoopsInEveryLayer) {
  const auto folder = read_model_folder(kGolden / "plain-bert");
  expect_plain_states(folder.transformer, folder.weights, GetParam().kernels);
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
    expect_plain_states(config, weights.file(), GetParam().kernels);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, TransformerTest, testing::ValuesIn(all_kernels()),
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

}  // namespace
}  // namespace sonde
