// Each row of the table of families: its graph against the same network in plain loops, with the
// settings that config.json allows.
#include "engine/families/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "base/exhaustive_test.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/post_norm_graph.h"
#include "engine/plain_states_test.h"
#include "engine/random_weights_test.h"
#include "sonde/error.h"

namespace sonde {

static void PrintTo(const Family& family, std::ostream* out) { *out << family.model_type; }

namespace families_slow_test {

using nlohmann::json;

json config_json(const Family& family) {
  const ConfigKeys& keys = family.keys;
  json config{{"vocab_size", 160}};
  config[std::string(keys.hidden)] = 24;
  config[std::string(keys.layers)] = 3;
  config[std::string(keys.heads)] = 4;
  config[std::string(keys.intermediate)] = 40;
  if (!keys.positions.empty()) config[std::string(keys.positions)] = 12;
  if (family.sizes_by_layer) {
    config[std::string(keys.heads)] = {2, 4, 6};
    config[std::string(keys.key_value_heads)] = {1, 2, 3};
    config[std::string(keys.intermediate)] = {0.5, 1.0, 2.1};
    config[std::string(keys.head_width)] = 6;
    config["ffn_dim_divisor"] = 8;
  }
  if (family.relative == Relative::kDisentangled) {
    config["relative_attention"] = true;
    config["pos_att_type"] = {"p2c", "c2p"};
  }
  if (!keys.query_scale.empty()) config[std::string(keys.query_scale)] = 5;
  if (family.rope.share < 1) config[std::string(family.rope.share_key)] = 0.7;
  return config;
}

TransformerConfig config_of(const json& config, const Family& family) {
  return transformer_config({json::parse(config.dump()), "config.json"}, family);
}

// A setting of config.json, in families that read it there.
struct Fact {
  std::string name;
  std::function<bool(const Family&)> applies;
  std::function<void(const Family&, json&)> state;
};

bool always(const Family&) { return true; }
bool is_post_norm(const Family& family) { return family.build == build_post_norm; }
// One of the families that rotate in the same way.
bool is_llama(const Family& family) { return family.model_type == "llama"; }
bool is_disentangled(const Family& family) { return family.relative == Relative::kDisentangled; }
bool is_deberta_v2(const Family& family) { return family.model_type == "deberta-v2"; }
bool projects(const Family& family) { return family.projection != Projection::kNever; }

// A fact that families state whose keys of config.json have a name for it.
Fact keyed(std::string name, std::string_view ConfigKeys::* key, const json& value) {
  return {std::move(name), [key](const Family& f) { return !(f.keys.*key).empty(); },
          [key, value](const Family& f, json& j) { j[std::string(f.keys.*key)] = value; }};
}

Fact scaled_rope(const std::string& kind, json scaling) {
  scaling["rope_type"] = kind;
  scaling["rope_theta"] = 50.0;
  return {kind + " rope", is_llama,
          [scaling](const Family&, json& j) { j["rope_parameters"] = scaling; }};
}

// Settings of decoders.
std::vector<Fact> pre_norm_facts() {
  return {{"grouped keys",
           [](const Family& f) { return !f.keys.key_value_heads.empty() && !f.sizes_by_layer; },
           [](const Family& f, json& j) { j[std::string(f.keys.key_value_heads)] = 2; }},
          keyed("wide heads", &ConfigKeys::head_width, 10),
          keyed("biases around attention", &ConfigKeys::attention_bias, true),
          keyed("none around attention", &ConfigKeys::attention_bias, false),
          keyed("biases of the feed-forward part", &ConfigKeys::feed_forward_bias, true),
          keyed("biases of the norms", &ConfigKeys::norm_bias, true),
          keyed("scaled embeddings", &ConfigKeys::scaled_embeddings, true),
          keyed("soft caps", &ConfigKeys::soft_cap, 0.5),
          keyed("clipped", &ConfigKeys::clip, 0.3),
          keyed("one part after the other", &ConfigKeys::parallel, false),
          {"seeing what is behind", [](const Family& f) { return f.causal; },
           [](const Family&, json& j) { j["is_causal"] = false; }},
          {"windows in some layers", [](const Family& f) { return f.windows != Windows::kNone; },
           [](const Family& f, json& j) {
             j[std::string(f.keys.window)] = f.halved_window ? 4 : 3;
             if (!f.keys.window_switch.empty()) j[std::string(f.keys.window_switch)] = true;
             j["layer_types"] = {"full_attention", "sliding_attention", "full_attention"};
           }},
          {"windows as the family has them",
           [](const Family& f) { return f.windows != Windows::kNone; },
           [](const Family& f, json& j) {
             j[std::string(f.keys.window)] = 2;
             if (!f.keys.window_switch.empty()) j[std::string(f.keys.window_switch)] = true;
             if (!f.keys.window_rhythm.empty()) j[std::string(f.keys.window_rhythm)] = 2;
           }},
          {"gated by its name", [](const Family& f) { return f.gated_by_activation; },
           [](const Family& f, json& j) { j[std::string(f.keys.activation)] = "gated-gelu"; }},
          scaled_rope("linear", {{"factor", 3.0}}),
          scaled_rope("yarn", {{"factor", 4.0}, {"original_max_position_embeddings", 6}}),
          scaled_rope("llama3", {{"factor", 4.0},
                                 {"low_freq_factor", 1.0},
                                 {"high_freq_factor", 4.0},
                                 {"original_max_position_embeddings", 6}})};
}

// Settings of DeBERTa.
std::vector<Fact> disentangled_facts() {
  const auto state = [](const json& more) {
    return [more](const Family&, json& j) { j.update(more); };
  };
  return {
      {"distances of queries alone", is_disentangled, state({{"pos_att_type", "c2p"}})},
      {"distances of keys alone", is_disentangled, state({{"pos_att_type", {"p2c"}}})},
      {"few distances", is_disentangled, state({{"max_relative_positions", 3}})},
      {"no learned positions", is_disentangled, state({{"position_biased_input", false}})},
      {"buckets", is_deberta_v2, state({{"position_buckets", 4}, {"max_relative_positions", 9}})},
      {"shared matrices and a norm of the table", is_deberta_v2,
       state({{"share_att_key", true}, {"norm_rel_ebd", "layer_norm"}})},
      {"convolution", is_deberta_v2, state({{"conv_kernel_size", 3}, {"conv_act", "gelu"}})},
      {"types of tokens", is_disentangled, state({{"type_vocab_size", 2}})}};
}

std::vector<Fact> all_facts() {
  std::vector<Fact> all{
      {"relu", always,
       [](const Family& f, json& j) { j[std::string(f.keys.activation)] = "relu"; }},
      {"gelu_new", always,
       [](const Family& f, json& j) { j[std::string(f.keys.activation)] = "gelu_new"; }},
      {"two heads", [](const Family& f) { return !f.sizes_by_layer; },
       [](const Family& f, json& j) { j[std::string(f.keys.heads)] = 2; }},
      {"epsilon", [](const Family& f) { return !f.keys.epsilon.empty(); },
       [](const Family& f, json& j) { j[std::string(f.keys.epsilon)] = 0.1; }},
      {"one type of token", [](const Family& f) { return f.token_types; },
       [](const Family&, json& j) { j["type_vocab_size"] = 1; }},
      {"types of task", [](const Family& f) { return f.task_types; },
       [](const Family&, json& j) { j["use_task_id"] = true; }},
      {"another padding",
       [](const Family& f) { return f.first_position == FirstPosition::kAfterPadding; },
       [](const Family&, json& j) { j["pad_token_id"] = 3; }},
      {"small embeddings", projects, [](const Family&, json& j) { j["embedding_size"] = 16; }},
      {"embeddings as wide as layers", projects,
       [](const Family&, json& j) { j["embedding_size"] = 24; }},
      {"groups of layers", [](const Family& f) { return f.shared_layers; },
       [](const Family&, json& j) { j["num_hidden_groups"] = 3, j["inner_group_num"] = 2; }},
      {"more buckets", [](const Family& f) { return !f.relative_bias.empty(); },
       [](const Family&, json& j) { j["relative_attention_num_buckets"] = 40; }}};
  std::ranges::move(pre_norm_facts(), std::back_inserter(all));
  std::ranges::move(disentangled_facts(), std::back_inserter(all));
  return all;
}

// Unless exhaustive every fact is tried with one in four of the families that it applies to.
bool is_taken(const Fact& fact, const Family& family) {
  constexpr std::size_t kPart = 4;
  std::size_t before = 0, all = 0;
  for (const Family& one : families()) {
    if (one.model_type == family.model_type) before = all;
    all += fact.applies(one) ? 1U : 0U;
  }
  if (!fact.applies(family) || test::is_exhaustive()) return fact.applies(family);
  return before % kPart == fact.name.size() % std::min(kPart, all);
}

class FamilyTest : public testing::TestWithParam<Family> {};

// The same as plain loops give.
void expect_plain(const Family& family, const Fact& fact,
                  const std::vector<test::NamedKernels>& all) {
  auto said = config_json(family);
  fact.state(family, said);
  const auto config = config_of(said, family);
  const test::RandomWeights weights(config);
  for (const auto& kernels : all) {
    SCOPED_TRACE(fact.name + ", " + kernels.name);
    test::expect_plain_states(config, weights.file(), kernels.kernels);
  }
}

// Unless exhaustive the library's operations, all of sonde's kernels together, and one alone.
std::vector<test::NamedKernels> kernels_of(const Family& family) {
  const auto all = test::all_kernels();
  if (test::is_exhaustive()) return all;
  const std::size_t between = all.size() - 2;
  const std::size_t at = std::hash<std::string_view>()(family.model_type) % between;
  return {all.front(), all[1 + at], all.back()};
}

TEST_P(FamilyTest, AgreesWithPlainLoopsInEveryLayerByEveryKernel) {
  expect_plain(GetParam(), {"as it is", always, [](const Family&, json&) {}},
               kernels_of(GetParam()));
}

// Unless exhaustive each fact is computed in one way, some by the library and some by own kernels.
TEST_P(FamilyTest, HonoursWhatConfigJsonSays) {
  const test::NamedKernels library{"library", {}};
  const test::NamedKernels own{"own", {true, true, Products::kEmulatedTiles}};
  for (const auto& fact : all_facts()) {
    if (!is_taken(fact, GetParam())) continue;
    const bool both = is_post_norm(GetParam());  // others always use the library's attention
    std::vector<test::NamedKernels> kernels;
    if (!both || test::is_in_share(fact.name, 0, 2)) kernels.push_back(library);
    if (both && test::is_in_share(fact.name, 1, 2)) kernels.push_back(own);
    expect_plain(GetParam(), fact, kernels);
  }
}

TEST_P(FamilyTest, HasTheFactsOfAnEncoderWithBiases) {
  const Family& family = GetParam();
  if (!is_post_norm(family) || family.relative != Relative::kNone || family.gated) return;
  const auto config = config_of(config_json(family), family);
  EXPECT_EQ(config.head_width, 6U);
  EXPECT_FLOAT_EQ(config.attention_scale, 1 / std::sqrt(6.0F));
  EXPECT_EQ(config.key_value_heads, 4U);
  EXPECT_FALSE(config.causal);
  EXPECT_FALSE(config.gated);
  EXPECT_TRUE(config.biases.projections && config.biases.attended && config.biases.feed_forward &&
              config.biases.norm);
  const Kernels left = kernels_for(config, {true, true, Products::kTiles});
  EXPECT_TRUE(left.attention && left.norm);
}

// A bias that is missing in the file is reported by its name, not taken for zeros.
TEST_P(FamilyTest, AMissingBiasIsTold) {
  const Family& family = GetParam();
  if (!is_post_norm(family)) return;
  const auto config = config_of(config_json(family), family);
  const LayerNames& names = family.names;
  std::vector<std::string_view> biased{names.attended_norm, names.norm};
  if (config.biases.attended) biased.push_back(names.attended);
  if (config.biases.feed_forward) biased.insert(biased.end(), {names.up, names.down});
  if (config.biases.projections) {
    biased.insert(biased.end(), {names.query, names.key, names.value});
  }
  for (const auto name : biased) {
    const std::string lost = config.layer_path(0) + std::string(name) + ".bias";
    const test::RandomWeights file(config, [&](const auto& tensor) { return tensor == lost; });
    const Weights weights(file.file(), family.prefix);
    try {
      make_transformer(config, weights, std::vector<std::size_t>{1}, {Precision::kF32, {}, 1});
      FAIL() << lost;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_THAT(error.what(), testing::HasSubstr(lost));
    }
  }
}

TEST_P(FamilyTest, LayersBehindTheLastOneAskedAreNotRead) {
  const Family& family = GetParam();
  const auto config = config_of(config_json(family), family);
  const std::string first = config.layer_path(0), second = config.layer_path(1);
  const test::RandomWeights weights(config, [&](const std::string& tensor) {
    return first != second &&
           (tensor.starts_with(second) || tensor.starts_with(config.layer_path(2)));
  });
  test::expect_plain_states(config, weights.file(), own_kernels(), {1});
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyTest,
                         testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& family) {
                           std::string name(family.param.model_type);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace families_slow_test
}  // namespace sonde
