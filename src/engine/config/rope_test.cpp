// Frequencies against those of transformers 5.23 (ROPE_INIT_FUNCTIONS), by each kind of scaling.
#include "engine/config/rope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sonde/error.h"

namespace sonde {
namespace rope_test {

using nlohmann::json;

constexpr const char* kOriginal = "original_max_position_embeddings";
constexpr std::string_view kFull = "full_attention", kSliding = "sliding_attention";

Rope rope_of(const json& config, const RopeDefaults& defaults = {},
             std::string_view layer_type = kFull, const IgnoredKeys& ignored = {}) {
  return read_rope({json::parse(config.dump()), "config.json"}, defaults,
                   {layer_type, 12, 96, ignored});
}

struct Known {
  json parameters;
  std::vector<double> frequencies;
  double scale = 1;
};

TEST(Rope, RefusesTwoDifferentScalings) {
  const json linear{{"rope_type", "linear"}, {"rope_theta", 500.0}, {"factor", 2.5}};
  const auto with = [&](json scaling, double theta) {
    return rope_of(
        {{"rope_parameters", linear}, {"rope_scaling", std::move(scaling)}, {"rope_theta", theta}});
  };
  EXPECT_EQ(with(nullptr, 10000), rope_of({{"rope_parameters", linear}}));
  EXPECT_EQ(with({{"rope_type", "linear"}, {"factor", 2.5}}, 500), with(nullptr, 500));
  EXPECT_THROW(with({{"rope_type", "linear"}, {"factor", 2.5}}, 10000), Error);  // another base
  EXPECT_THROW(with({{"rope_type", "linear"}, {"factor", 4.0}}, 500), Error);
  EXPECT_THROW(with({{"type", "dynamic"}, {"factor", 2.5}}, 500), Error);
}

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {{{"rope_type", "linear"}, {"rope_theta", 500.0}, {"factor", 2.5}},
       {0.400000006, 0.141981468, 0.050396841, 0.0178885441, 0.00634960365, 0.00225381576},
       1},
      {{{"rope_type", "dynamic"}, {"rope_theta", 10000.0}, {"factor", 4.0}},
       {1, 0.215443447, 0.046415884, 0.00999999978, 0.00215443433, 0.000464158948},
       1},
      {{{"rope_type", "llama3"},
        {"rope_theta", 500.0},
        {"factor", 8.0},
        {"low_freq_factor", 1.0},
        {"high_freq_factor", 4.0},
        {"original_max_position_embeddings", 48}},
       {1, 0.221572801, 0.0157490131, 0.00559017016, 0.0019842512, 0.000704317412},
       1},
      {{{"rope_type", "yarn"},
        {"rope_theta", 10000.0},
        {"factor", 4.0},
        {"original_max_position_embeddings", 24},
        {"beta_fast", 4.0},
        {"beta_slow", 1.0}},
       {1, 0.0538608618, 0.011603971, 0.00249999994, 0.000538608583, 0.000116039737},
       1.13862944},
      {{{"rope_type", "yarn"},
        {"rope_theta", 10000.0},
        {"factor", 4.0},
        {"original_max_position_embeddings", 32},
        {"truncate", false},
        {"mscale", 0.7},
        {"mscale_all_dim", 0.3},
        {"beta_fast", 8.0}},
       {1, 0.0630724803, 0.011603971, 0.00249999994, 0.000538608583, 0.000116039737},
       1.05323768},
      {{{"rope_type", "yarn"},
        {"rope_theta", 10000.0},
        {"factor", 4.0},
        {"original_max_position_embeddings", 32},
        {"attention_factor", 1.25}},
       {1, 0.134652153, 0.011603971, 0.00249999994, 0.000538608583, 0.000116039737},
       1.25},
      {{{"rope_type", "longrope"},
        {"rope_theta", 10000.0},
        {"short_factor", {1.0, 1.1, 1.2, 1.3, 1.4, 1.5}},
        {"long_factor", {2.0, 2.0, 2.0, 2.0, 2.0, 2.0}},
        {"original_max_position_embeddings", 32}},
       {1, 0.195857689, 0.0386799015, 0.0076923077, 0.00153888157, 0.000309439318},
       1.14760294},
      {{{"rope_type", "longrope"},
        {"rope_theta", 10000.0},
        {"factor", 5.0},
        {"short_factor", {1.0, 1.1, 1.2, 1.3, 1.4, 1.5}},
        {"long_factor", {2.0, 2.0, 2.0, 2.0, 2.0, 2.0}},
        {"original_max_position_embeddings", 32}},
       {1, 0.195857689, 0.0386799015, 0.0076923077, 0.00153888157, 0.000309439318},
       1.21011802}};
  return all;
}

TEST(Rope, AgreesWithTransformersInEveryScaling) {
  for (const auto& [parameters, frequencies, scale] : known()) {
    SCOPED_TRACE(parameters.dump());
    const Rope rope = rope_of({{"rope_parameters", parameters}});
    EXPECT_NEAR(rope.scale, scale, 1e-6);
    ASSERT_EQ(rope.frequencies.size(), frequencies.size());
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      EXPECT_NEAR(rope.frequencies[i] / frequencies[i], 1, 1e-5) << i;
    }
  }
}

TEST(Rope, OlderVersionsOfConfigJsonSayTheSame) {
  for (const auto& [parameters, frequencies, scale] : known()) {
    json scaling = parameters;
    scaling["type"] = scaling["rope_type"];
    scaling.erase("rope_type");
    scaling.erase("rope_theta");
    const Rope rope =
        rope_of({{"rope_theta", parameters["rope_theta"]}, {"rope_scaling", scaling}});
    EXPECT_EQ(rope.frequencies, rope_of({{"rope_parameters", parameters}}).frequencies);
    EXPECT_EQ(rope.scale, rope_of({{"rope_parameters", parameters}}).scale);
  }
}

TEST(Rope, ScalingThatDependsOnTheLengthHoldsForTheTrainedOne) {
  for (const auto& row : known()) {
    const std::string type = row.parameters["rope_type"];
    EXPECT_EQ(rope_of({{"rope_parameters", row.parameters}}).positions,
              type == "longrope" ? 32U : 96U);
  }
}

const RopeDefaults kGemma{.theta = 1e6, .local_theta_key = "rope_local_base_freq"};

json by_type(json full, json sliding) {
  return {{"rope_parameters",
           {{"full_attention", std::move(full)}, {"sliding_attention", std::move(sliding)}}}};
}

TEST(Rope, LayersWithAWindowMayHaveABaseOfTheirOwn) {
  const json scaling{{"rope_type", "linear"}, {"factor", 8.0}};
  const json older{
      {"rope_theta", 400.0}, {"rope_local_base_freq", 50.0}, {"rope_scaling", scaling}};
  json full = scaling;
  full["rope_theta"] = 400.0;
  const json newer = by_type(full, {{"rope_type", "default"}, {"rope_theta", 50.0}});
  for (const auto type : {kFull, kSliding}) {
    EXPECT_EQ(rope_of(older, kGemma, type).frequencies, rope_of(newer, kGemma, type).frequencies);
  }
  EXPECT_NEAR(rope_of(older, kGemma, kSliding).frequencies[1], std::pow(50.0, -1.0 / 6), 1e-12);
  EXPECT_NEAR(rope_of(older, kGemma, kFull).frequencies[0], 1 / 8.0, 1e-12);
}

TEST(Rope, OneObjectIsNotForFamiliesWithOneForEachTypeOfLayer) {
  EXPECT_THROW(rope_of({{"rope_parameters", {{"rope_type", "linear"}, {"factor", 8.0}}}}, kGemma),
               Error);
  EXPECT_THROW(rope_of(by_type({{"rope_theta", 50.0}}, json::object())), Error);
}

TEST(Rope, ScalingAddsToAnObjectOfATypeOfLayer) {
  json config = by_type({{"rope_theta", 400.0}}, {{"rope_theta", 50.0}});
  config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 8.0}};
  EXPECT_THROW(rope_of(config, kGemma), Error);
  EXPECT_NEAR(rope_of(config, kGemma, kSliding).frequencies[0], 1, 1e-12);
  RopeDefaults both = kGemma;
  both.scales_local = true;
  EXPECT_THROW(rope_of(config, both, kSliding), Error);
  config.erase("rope_parameters");
  EXPECT_NEAR(rope_of(config, both, kSliding).frequencies[0], 1 / 8.0, 1e-12);
}

TEST(Rope, AMemberThatItsKindDoesNotReadIsRefused) {
  const json members{{"factor", 2.0},       {"attention_factor", 0.7}, {"beta_fast", 4.0},
                     {"beta_slow", 0.5},    {"mscale", 0.7},           {"mscale_all_dim", 0.4},
                     {"truncate", true},    {"low_freq_factor", 0.5},  {"high_freq_factor", 2.0},
                     {"short_factor", {1}}, {"long_factor", {1}},      {"unheard_of", 1},
                     {kOriginal, 32}};
  for (const auto& row : known()) {
    for (const auto& [name, value] : members.items()) {
      json parameters = row.parameters;
      if (parameters.contains(name)) continue;
      parameters[name] = value;
      SCOPED_TRACE(parameters.dump());
      const bool reads = parameters["rope_type"] == "yarn" &&
                         (name.starts_with("beta") || name.starts_with("mscale") ||
                          name == "truncate" || name == "attention_factor");
      if (reads || (parameters["rope_type"] == "longrope" &&
                    (name == "factor" || name == "attention_factor"))) {
        EXPECT_NO_THROW(rope_of({{"rope_parameters", parameters}}));
        continue;
      }
      EXPECT_THROW(rope_of({{"rope_parameters", parameters}}), Error);
      EXPECT_EQ(rope_of({{"rope_parameters", parameters}}, {}, kFull, IgnoredKeys(name)),
                rope_of({{"rope_parameters", row.parameters}}));
    }
  }
}

TEST(Rope, TheTrainedLengthComesFromWhereTransformersTakesIt) {
  const auto yarn = [](int original) {
    return json{{"rope_type", "yarn"}, {"factor", 4.0}, {kOriginal, original}};
  };
  const json outer{{"rope_parameters", yarn(32)}, {kOriginal, 24}};
  EXPECT_EQ(rope_of(outer), rope_of({{"rope_parameters", yarn(24)}}));
  json nested = by_type(yarn(32), json::object());
  const Rope alone = rope_of(nested, kGemma);
  nested[kOriginal] = 24;
  EXPECT_EQ(rope_of(nested, kGemma), alone);
  nested["rope_parameters"]["full_attention"]["truncate"] = false;  // transformers looks outside
  EXPECT_THROW(rope_of(nested, kGemma), Error);
}

TEST(Rope, Phi3MeansLongropeByYarn) {
  const RopeDefaults phi3{.longrope_alone = true, .original = 64};
  const auto of_type = [&](const std::string& type) {
    return rope_of({{"rope_parameters",
                     {{"rope_type", type},
                      {"factor", 4.0},
                      {kOriginal, 32},  // the family's default counts
                      {"short_factor", {1.0, 1.1, 1.2, 1.3, 1.4, 1.5}}}}},
                   phi3);
  };
  EXPECT_EQ(of_type("yarn"), of_type("longrope"));
  EXPECT_EQ(of_type("su").positions, 64U);
  EXPECT_THROW(of_type("linear"), Error);
}

TEST(Rope, APartOfAHeadMayTurn) {
  const RopeDefaults neox{.theta_key = "rotary_emb_base",
                          .share_key = "rotary_pct",
                          .share = 0.25,
                          .reads_share = true};
  const json member{{"rope_parameters", {{"partial_rotary_factor", 0.35}}}};
  EXPECT_EQ(rope_of(json::object()).frequencies.size(), 6U);
  EXPECT_EQ(rope_of({{"rotary_pct", 0.5}}, neox).frequencies.size(), 3U);
  EXPECT_EQ(rope_of(member, neox).frequencies.size(), 2U);
  EXPECT_THROW(rope_of(member), Error);  // transformers turns whole heads
}

TEST(Rope, WhatMakesNoSenseIsTold) {
  const std::vector<std::pair<json, std::string>> all{
      {{{"rope_type", "spiral"}}, "'rope_type' is \"spiral\", which sonde does not support"},
      {{{"rope_type", "linear"}}, "lacks 'factor'"},
      {{{"rope_type", "linear"}, {"factor", -2.0}}, "'factor' is -2.0"},
      {{{"rope_type", "longrope"}, {"short_factor", {1.0, 2.0}}}, "'short_factor' is [1.0,2.0]"},
      {{{"rope_type", "llama3"},
        {"factor", 2.0},
        {"low_freq_factor", 4.0},
        {"high_freq_factor", 1.0}},
       "'high_freq_factor' is 1.0"},
      {{{"partial_rotary_factor", 0.1}}, "'partial_rotary_factor' is 0.1"},
      {{{"mscale", 0.7}}, "add the option ignore=mscale"}};
  for (const auto& [parameters, message] : all) {
    try {
      rope_of({{"rope_parameters", parameters}});
      FAIL() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
  }
}

}  // namespace rope_test
}  // namespace sonde
