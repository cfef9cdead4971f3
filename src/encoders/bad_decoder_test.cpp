// An error in a decoder's folder is reported in one line, with the file and the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "encoders/model_copy_test.h"

namespace sonde {
namespace bad_decoder_test {

using nlohmann::json;
using testing::HasSubstr;

struct DecoderFault {
  std::string name;
  std::string model;  // a golden one
  std::function<void(json& config)> spoil;
  std::string message;
};

void PrintTo(const DecoderFault& fault, std::ostream* out) { *out << fault.name; }

// Sets a field of config.json.
std::function<void(json&)> set(const std::string& key, const json& value) {
  return [=](json& config) { config[key] = value; };
}

const std::vector<DecoderFault>& faults() {
  static const std::vector<DecoderFault> all{
      {"unknown_rope", "mistral", set("rope_parameters", {{"rope_type", "spiral"}}),
       "config.json: 'rope_type' is \"spiral\", which sonde does not support"},
      {"older_unknown_rope", "llama_biases",
       set("rope_scaling", {{"type", "spiral"}, {"factor", 2.0}}),
       "config.json: 'type' is \"spiral\", which sonde does not support"},
      {"fewer_layers_than_weights", "llama", set("num_hidden_layers", 1),
       "has the tensor 'layers.1.self_attn.q_proj.weight', but config.json has only 1 layer"},
      {"fewer_fused_layers_than_weights", "gpt2", set("n_layer", 1),
       "has the tensor 'h.1.attn.c_attn.weight', but config.json has only 1 layer"},
      {"more_layers_than_weights", "gpt_neox", set("num_hidden_layers", 3),
       "has no tensor 'layers.2.input_layernorm.weight'"},
      {"a_bias_that_is_denied", "llama_biases", set("attention_bias", false),
       "has the tensor 'layers.0.self_attn.q_proj.bias', which config.json denies"},
      {"a_bias_that_is_missing", "llama", set("mlp_bias", true),
       "has no tensor 'layers.0.mlp.gate_proj.bias'"},
      {"keys_that_do_not_divide_the_queries", "llama", set("num_key_value_heads", 3),
       "'num_key_value_heads' is 3, not a divisor of num_attention_heads"},
      {"an_unknown_type_of_layer", "gemma2", set("layer_types", {"full_attention", "linear"}),
       "'layer_types' is"},
      {"too_few_types_of_layers", "gemma2", set("layer_types", {"full_attention"}),
       "not a list of 2 names"},
      {"no_scale", "gemma2", [](json& config) { config.erase("query_pre_attn_scalar"); },
       "lacks 'query_pre_attn_scalar'"},
      {"a_negative_cap", "gemma2", set("attn_logit_softcapping", -1.0),
       "'attn_logit_softcapping' is -1.0, not more than 0"},
      {"longrope_of_other_heads", "phi3",
       set("rope_parameters", {{"rope_type", "longrope"}, {"short_factor", {1.0}}}),
       "'short_factor' is [1.0], not a list of 2 numbers"},
      {"sizes_of_too_few_layers", "openelm", set("num_query_heads", {2, 4}),
       "'num_query_heads' is [2,4], not a list of 3 numbers above 0"},
      {"too_many_heads", "openelm", set("num_query_heads", {2, 4, 1e300}),
       "not a list of 3 numbers above 0"},
      {"too_many_angles", "mistral",
       [](json& config) { config["max_position_embeddings"] = 1 << 20, config["head_dim"] = 4096; },
       "has 1048576 positions for heads of 4096 numbers"},
      {"keys_that_do_not_divide_a_layers_queries", "openelm", set("num_kv_heads", {1, 3, 3}),
       "'num_kv_heads' is [1,3,3], not divisors of num_query_heads"},
      {"distances_beyond_the_usual", "t5", set("relative_attention_max_distance", 64),
       "'relative_attention_max_distance' is 64, which sonde does not support"},
      {"windows_in_a_family_without", "llama",
       set("layer_types", {"full_attention", "sliding_attention"}),
       "'layer_types' is [\"full_attention\",\"sliding_attention\"], which sonde does not support"},
      {"another_scale_in_each_layer", "gpt2", set("scale_attn_by_inverse_layer_idx", true),
       "'scale_attn_by_inverse_layer_idx' is true, which sonde does not support"},
      {"no_scale_at_all", "gpt2", set("scale_attn_weights", false),
       "'scale_attn_weights' is false, which sonde does not support"},
      {"a_direction_that_is_no_flag", "gemma2", set("is_causal", "no"),
       "'is_causal' is \"no\", not true or false"},
      {"distances_without_attention_to_them", "deberta_v3", set("relative_attention", false),
       "'relative_attention' is false, which sonde does not support"},
      {"an_unknown_kind_of_distance", "deberta_v3", set("pos_att_type", "c2p|p2p"),
       "'pos_att_type' is \"c2p|p2p\", which sonde does not support"},
      {"more_buckets_than_distances", "deberta_v3", set("max_relative_positions", 7),
       "'position_buckets' is 12, not in the reach of the distances"},
      {"another_norm_of_distances", "deberta_v3", set("norm_rel_ebd", "batch_norm"),
       "'norm_rel_ebd' is \"batch_norm\", which sonde does not support"},
      {"another_table_of_distances", "deberta_v2", set("max_relative_positions", 21),
       "encoder.rel_embeddings.weight' has the shape"},
      {"narrow_embeddings", "deberta_v2", set("embedding_size", 8),
       "'embedding_size' is 8, which sonde does not support"},
      {"a_convolution_of_groups", "deberta_v2", set("conv_groups", 2),
       "'conv_groups' is 2, which sonde does not support"},
      {"a_convolution_of_even_size", "deberta_v2", set("conv_kernel_size", 2),
       "'conv_kernel_size' is 2, which sonde does not support"},
      {"another_activation_of_the_convolution", "deberta_v2", set("conv_act", "tanh"),
       "'conv_act' is \"tanh\", which sonde does not support"},
      {"talking_heads", "deberta", set("talking_head", true),
       "'talking_head' is true, which sonde does not support"},
      {"fewer_layers_of_distances", "deberta", set("num_hidden_layers", 1),
       "has the tensor 'encoder.layer.1.attention.self.in_proj.weight', but config.json has only "
       "1"},
      {"another_table_of_positions", "bart", set("max_position_embeddings", 98),
       "'encoder.embed_positions.weight' has the shape"},
      {"fewer_encoder_layers_than_weights", "mbart", set("encoder_layers", 1),
       "has the tensor 'encoder.layers.1.self_attn.q_proj.weight', but config.json has only 1"},
      {"a_decoder_alone", "bart", set("is_decoder", true),
       "'is_decoder' is true, which sonde does not support"},
      {"experts", "nomic_bert", set("moe_every_n_layers", 2),
       "'moe_every_n_layers' is 2, which sonde does not support"},
      {"norms_before_the_parts", "nomic_bert", set("prenorm", true),
       "'prenorm' is true, which sonde does not support"},
      {"stretched_positions", "nomic_bert", set("rotary_scaling_factor", 2.0),
       "'rotary_scaling_factor' is 2.0, which sonde does not support"},
      {"another_gate", "nomic_bert", set("activation_function", "geglu"),
       "'hidden_act' is \"geglu\", which sonde does not support"},
      {"gates_by_name_without_gates", "bart", set("activation_function", "swiglu"),
       "'activation_function' is \"swiglu\", which sonde does not support"},
      {"a_fused_bias_that_is_denied", "nomic_bert", set("qkv_proj_bias", true),
       "'qkv_proj_bias' is true, which sonde does not support"},
      {"fewer_rotary_layers_than_weights", "nomic_bert", set("n_layer", 1),
       "has the tensor 'encoder.layers.1.attn.Wqkv.weight', but config.json has only 1"},
      {"one_direction", "xlnet", set("attn_type", "uni"),
       "'attn_type' is \"uni\", which sonde does not support"},
      {"clamped_distances", "xlnet", set("clamp_len", 8),
       "'clamp_len' is 8, which sonde does not support"},
      {"states_of_odd_width", "xlnet",
       [](json& config) { config["d_model"] = 15, config["n_head"] = 1, config["d_head"] = 15; },
       "'d_model' is 15, not even"},
      {"data_both_ways", "xlnet", set("bi_data", true),
       "'bi_data' is true, which sonde does not support"},
      {"fewer_layers_of_heads_than_weights", "xlnet", set("n_layer", 1),
       "has the tensor 'layer.1.rel_attn.q', but config.json has only 1"},
      {"other_heads_than_the_weights", "xlnet", set("n_head", 4), "rel_attn."},
      {"an_unknown_family", "olmo", set("model_type", "olmo9"), "the nearest is 'olmo"},
      {"an_unknown_activation", "qwen2", set("hidden_act", "mish"),
       "'hidden_act' is \"mish\", which sonde does not support"}};
  return all;
}

class BadDecoder : public testing::TestWithParam<DecoderFault> {};

TEST_P(BadDecoder, IsTold) {
  const test::Folder folder;
  std::string model = GetParam().model;
  std::ranges::replace(model, '_', '-');
  test::copy_model(model, folder.path());
  test::change_json(folder, "config.json", GetParam().spoil);
  for (const std::string kernels : {"own", "library"}) {
    EXPECT_THAT(test::error_line(folder, ErrorKind::kInput,
                                 [&] {
                                   const auto encoder = test::encoder(
                                       "hf:" + folder.path().string() + "?kernels=" + kernels);
                                   test::encode(*encoder, {"A dog sleeps."});
                                 }),
                HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, BadDecoder, testing::ValuesIn(faults()),
                         [](const auto& fault) { return fault.param.name; });

// Nor of a family that is not in the table: it is refused by its name.
TEST(Decoder, CodeOfAnUnknownFamilyIsNotRun) {
  const test::Folder folder;
  test::copy_model("llama", folder.path());
  test::change_json(folder, "config.json", [](json& config) {
    config["model_type"] = "mine";
    config["auto_map"] = {{"AutoModel", "modeling_mine.Model"}};
  });
  folder.write("modeling_mine.py", "open('ran', 'w')\n");
  EXPECT_THAT(test::error_line(folder, ErrorKind::kInput,
                               [&] { test::encoder("hf:" + folder.path().string()); }),
              testing::AllOf(HasSubstr("unknown model family 'mine'"), HasSubstr("auto_map"),
                             HasSubstr("exec:")));
}

}  // namespace bad_decoder_test
}  // namespace sonde
