#include "engine/families/pre_norm_families.h"

#include <array>

#include "engine/graph/pre_norm_graph.h"

namespace sonde {
namespace {

constexpr ConfigKeys kLlamaKeys{.epsilon = "rms_norm_eps",
                                .key_value_heads = "num_key_value_heads",
                                .head_width = "head_dim",
                                .attention_bias = "attention_bias",
                                .feed_forward_bias = "mlp_bias"};

constexpr LayerNames kLlamaNames{.query = "self_attn.q_proj",
                                 .key = "self_attn.k_proj",
                                 .value = "self_attn.v_proj",
                                 .attended = "self_attn.o_proj",
                                 .attended_norm = "",
                                 .up = "mlp.up_proj",
                                 .down = "mlp.down_proj",
                                 .gate = "mlp.gate_proj",
                                 .norm = "",
                                 .attention_input_norm = "input_layernorm",
                                 .feed_forward_input_norm = "post_attention_layernorm"};

constexpr Family kLlama{.model_type = "llama",
                        .prefix = "model.",
                        .build = build_pre_norm,
                        .keys = kLlamaKeys,
                        .default_activation = "silu",
                        .token_types = false,
                        .layer_path = "layers.#.",
                        .names = kLlamaNames,
                        .biases = {false, false, false, false},
                        .norm = Norm::kRms,
                        .default_epsilon = 1e-6,
                        .model_names = {.words = "embed_tokens",
                                        .positions = "",
                                        .embedding_norm = "",
                                        .final_norm = "norm"},
                        .rotates = true,
                        .causal = true,
                        .gated = true,
                        .pooler = "",
                        .tokenizer = "LlamaTokenizer"};

constexpr Family mistral() {
  Family family = kLlama;
  family.model_type = "mistral";
  family.keys.attention_bias = family.keys.feed_forward_bias = "";
  family.keys.window = "sliding_window";
  family.windows = Windows::kAll;
  family.default_window = 4096;
  return family;
}

// Sliding windows, from a layer on, only if config.json enables them.
constexpr Family with_qwen_windows(Family family) {
  family.keys.window = "sliding_window";
  family.keys.window_switch = "use_sliding_window";
  family.keys.window_rhythm = "max_window_layers";
  family.windows = Windows::kFrom;
  family.default_window = 4096;
  family.default_window_rhythm = 28;
  family.tokenizer = "Qwen2Tokenizer";
  return family;
}

constexpr Family qwen2() {
  Family family = with_qwen_windows(kLlama);
  family.model_type = "qwen2";
  family.keys.attention_bias = family.keys.feed_forward_bias = "";
  family.biases.projections = true;
  return family;
}

constexpr Family qwen3() {
  Family family = with_qwen_windows(kLlama);
  family.model_type = "qwen3";
  family.keys.feed_forward_bias = "";
  family.names.query_norm = "self_attn.q_norm";
  family.names.key_norm = "self_attn.k_norm";
  return family;
}

// Norms before and after each part, whose weights count from 1.
constexpr Family gemma2() {
  Family family = kLlama;
  family.model_type = "gemma2";
  family.keys.activation = "hidden_activation";
  family.keys.feed_forward_bias = "";
  family.keys.window = "sliding_window";
  family.keys.query_scale = "query_pre_attn_scalar";
  family.keys.soft_cap = "attn_logit_softcapping";
  family.default_activation = "gelu_pytorch_tanh";
  family.names.attended_norm = "post_attention_layernorm";
  family.names.feed_forward_input_norm = "pre_feedforward_layernorm";
  family.names.norm = "post_feedforward_layernorm";
  family.norm_offset = 1;
  family.scaled_embeddings = true;
  family.windows = Windows::kNotEach;
  family.default_window_rhythm = 2;
  family.default_window = 4096;
  family.tokenizer = "GemmaTokenizer";
  return family;
}

// EmbeddingGemma too, whose tokens see those after them.
constexpr Family gemma3() {
  Family family = gemma2();
  family.model_type = "gemma3_text";
  family.keys.window_rhythm = "sliding_window_pattern";
  family.keys.soft_cap = "";
  family.halves_both_ways = true;
  family.names.query_norm = "self_attn.q_norm";
  family.names.key_norm = "self_attn.k_norm";
  family.default_window_rhythm = 6;
  family.rope.theta = 1e6;
  family.rope.local_theta_key = "rope_local_base_freq";
  return family;
}

// The norm has no weights.
constexpr Family olmo() {
  Family family = kLlama;
  family.model_type = "olmo";
  family.keys.epsilon = family.keys.feed_forward_bias = "";
  family.keys.clip = "clip_qkv";
  family.norm = Norm::kLayer;
  family.norm_weights = false;
  family.default_epsilon = 1e-5;
  family.tokenizer = "GPTNeoXTokenizer";
  return family;
}

// Norms after each part alone.
constexpr Family olmo2() {
  Family family = kLlama;
  family.model_type = "olmo2";
  family.keys.feed_forward_bias = "";
  family.names.attention_input_norm = family.names.feed_forward_input_norm = "";
  family.names.attended_norm = "post_attention_layernorm";
  family.names.norm = "post_feedforward_layernorm";
  family.names.query_norm = "self_attn.q_norm";
  family.names.key_norm = "self_attn.k_norm";
  family.query_norm_of = QueryNorm::kWhole;
  family.default_epsilon = 1e-5;
  family.tokenizer = "GPT2Tokenizer";
  return family;
}

constexpr Family phi3() {
  Family family = mistral();
  family.model_type = "phi3";
  family.keys.head_width = "";
  family.names.fused = "self_attn.qkv_proj";
  family.names.fused_up = "mlp.gate_up_proj";
  family.fusion = Fused::kInOrder;
  family.default_window = 0;
  family.rope = {.share_key = "partial_rotary_factor",
                 .reads_share = true,
                 .longrope_alone = true,
                 .original = 4096};
  return family;
}

constexpr Family kGpt2{
    .model_type = "gpt2",
    .prefix = "transformer.",
    .build = build_pre_norm,
    .keys = {.hidden = "n_embd",
             .layers = "n_layer",
             .heads = "n_head",
             .intermediate = "n_inner",
             .activation = "activation_function",
             .epsilon = "layer_norm_epsilon",
             .positions = "n_positions"},
    .default_activation = "gelu_new",
    .token_types = false,
    .layer_path = "h.#.",
    .names = {.attended = "attn.c_proj",
              .attended_norm = "",
              .up = "mlp.c_fc",
              .down = "mlp.c_proj",
              .norm = "",
              .fused = "attn.c_attn",
              .attention_input_norm = "ln_1",
              .feed_forward_input_norm = "ln_2"},
    .default_epsilon = 1e-5,
    .model_names = {.words = "wte", .positions = "wpe", .embedding_norm = "", .final_norm = "ln_f"},
    .default_widening = 4,
    .transposed = true,
    .fusion = Fused::kInOrder,
    .causal = true,
    .pooler = "",
    .tokenizer = "GPT2Tokenizer"};

// Pythia.
constexpr Family kGptNeoX{
    .model_type = "gpt_neox",
    .prefix = "gpt_neox.",
    .build = build_pre_norm,
    .keys = {.attention_bias = "attention_bias", .parallel = "use_parallel_residual"},
    .token_types = false,
    .layer_path = "layers.#.",
    .names = {.attended = "attention.dense",
              .attended_norm = "",
              .up = "mlp.dense_h_to_4h",
              .down = "mlp.dense_4h_to_h",
              .norm = "",
              .fused = "attention.query_key_value",
              .attention_input_norm = "input_layernorm",
              .feed_forward_input_norm = "post_attention_layernorm"},
    .default_epsilon = 1e-5,
    .model_names = {.words = "embed_in",
                    .positions = "",
                    .embedding_norm = "",
                    .final_norm = "final_layer_norm"},
    .fusion = Fused::kByHead,
    .parallel = true,
    .rotates = true,
    .rope = {.theta_key = "rotary_emb_base",
             .share_key = "rotary_pct",
             .share = 0.25,
             .reads_share = true},
    .causal = true,
    .pooler = "",
    .tokenizer = "GPTNeoXTokenizer"};

// An encoder. Two of each three layers see few neighbours.
constexpr Family kModernBert{.model_type = "modernbert",
                             .prefix = "model.",
                             .build = build_pre_norm,
                             .keys = {.activation = "hidden_activation",
                                      .epsilon = "norm_eps",
                                      .attention_bias = "attention_bias",
                                      .feed_forward_bias = "mlp_bias",
                                      .norm_bias = "norm_bias",
                                      .window = "local_attention",
                                      .window_rhythm = "global_attn_every_n_layers"},
                             .token_types = false,
                             .layer_path = "layers.#.",
                             .names = {.attended = "attn.Wo",
                                       .attended_norm = "",
                                       .down = "mlp.Wo",
                                       .norm = "",
                                       .fused = "attn.Wqkv",
                                       .fused_up = "mlp.Wi",
                                       .attention_input_norm = "attn_norm",
                                       .feed_forward_input_norm = "mlp_norm"},
                             .biases = {false, false, false, false},
                             .default_epsilon = 1e-5,
                             .model_names = {.words = "embeddings.tok_embeddings",
                                             .positions = "",
                                             .embedding_norm = "embeddings.norm",
                                             .final_norm = "final_norm"},
                             .first_norm = false,
                             .fusion = Fused::kInOrder,
                             .windows = Windows::kNotFirst,
                             .default_window = 128,
                             .default_window_rhythm = 3,
                             .halved_window = true,
                             .rotates = true,
                             .rope = {.theta_key = "global_rope_theta",
                                      .theta = 160000,
                                      .local_theta_key = "local_rope_theta",
                                      .scales_local = true},
                             .gated = true,
                             .pooler = "",
                             .tokenizer = "PreTrainedTokenizer"};

// Sizes differ from layer to layer. Query and key are normalised.
constexpr Family openelm() {
  Family family = kLlama;
  family.model_type = "openelm";
  family.prefix = "transformer.";
  family.keys = {.hidden = "model_dim",
                 .layers = "num_transformer_layers",
                 .heads = "num_query_heads",
                 .intermediate = "ffn_multipliers",
                 .activation = "activation_fn_name",
                 .epsilon = "",
                 .key_value_heads = "num_kv_heads",
                 .head_width = "head_dim",
                 .positions = "max_context_length"};
  family.names = {.attended = "attn.out_proj",
                  .attended_norm = "",
                  .down = "ffn.proj_2",
                  .norm = "",
                  .fused = "attn.qkv_proj",
                  .fused_up = "ffn.proj_1",
                  .query_norm = "attn.q_norm",
                  .key_norm = "attn.k_norm",
                  .attention_input_norm = "attn_norm",
                  .feed_forward_input_norm = "ffn_norm"};
  family.fusion = Fused::kInOrder;
  family.sizes_by_layer = true;
  family.model_names.words = "token_embeddings";
  family.rope.theta_key = "rope_freq_constant";
  return family;
}

// The encoder of T5 (Raffel et al., 2020). Decoders in the file are skipped.
constexpr Family t5(std::string_view model_type) {
  Family family{.model_type = model_type, .prefix = "", .build = build_pre_norm};
  family.keys = {.hidden = "d_model",
                 .layers = "num_layers",
                 .heads = "num_heads",
                 .intermediate = "d_ff",
                 .activation = "feed_forward_proj",
                 .epsilon = "layer_norm_epsilon",
                 .head_width = "d_kv",
                 .positions = "n_positions"};
  family.default_activation = "relu";
  family.token_types = false;
  family.layer_path = "encoder.block.#.";
  family.names = {.query = "layer.0.SelfAttention.q",
                  .key = "layer.0.SelfAttention.k",
                  .value = "layer.0.SelfAttention.v",
                  .attended = "layer.0.SelfAttention.o",
                  .attended_norm = "",
                  .up = "layer.1.DenseReluDense.wi_1",
                  .ungated_up = "layer.1.DenseReluDense.wi",
                  .down = "layer.1.DenseReluDense.wo",
                  .gate = "layer.1.DenseReluDense.wi_0",
                  .norm = "",
                  .attention_input_norm = "layer.0.layer_norm",
                  .feed_forward_input_norm = "layer.1.layer_norm"};
  family.biases = {false, false, false, false};
  family.norm = Norm::kRms;
  family.default_epsilon = 1e-6;
  family.model_names = {.words = "encoder.embed_tokens",
                        .other_words = {"shared"},
                        .positions = "",
                        .embedding_norm = "",
                        .final_norm = "encoder.final_layer_norm"};
  family.attention_scale = 1;
  family.relative_bias = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias";
  family.default_positions = 512;
  family.gated_by_activation = true;
  family.pooler = "";
  family.tokenizer = "T5Tokenizer";
  return family;
}

// Each layer has its own bias.
constexpr Family umt5() {
  Family family = t5("umt5");
  family.relative_bias = "encoder.block.#.layer.0.SelfAttention.relative_attention_bias";
  return family;
}

constexpr std::array kPreNormFamilies{gemma2(),    gemma3(),  kGpt2,   kGptNeoX, kLlama,  mistral(),
                                      kModernBert, olmo(),    olmo2(), phi3(),   qwen2(), qwen3(),
                                      t5("t5"),    t5("mt5"), umt5(),  openelm()};

}  // namespace

std::span<const Family> pre_norm_families() { return kPreNormFamilies; }

}  // namespace sonde
