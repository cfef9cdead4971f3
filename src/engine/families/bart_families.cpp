#include "engine/families/bart_families.h"

#include <array>

#include "engine/graph/post_norm_graph.h"
#include "engine/graph/pre_norm_graph.h"

namespace sonde {
namespace {

// The encoder of BART (Lewis et al., 2020).
constexpr Family kBart{.model_type = "bart",
                       .prefix = "model.",
                       .build = build_post_norm,
                       .keys = {.hidden = "d_model",
                                .layers = "encoder_layers",
                                .heads = "encoder_attention_heads",
                                .intermediate = "encoder_ffn_dim",
                                .activation = "activation_function",
                                .epsilon = "",
                                .scaled_embeddings = "scale_embedding"},
                       .first_position = FirstPosition::kOffsetTwo,
                       .token_types = false,
                       .layer_path = "encoder.layers.#.",
                       .names = {.query = "self_attn.q_proj",
                                 .key = "self_attn.k_proj",
                                 .value = "self_attn.v_proj",
                                 .attended = "self_attn.out_proj",
                                 .attended_norm = "self_attn_layer_norm",
                                 .up = "fc1",
                                 .down = "fc2",
                                 .norm = "final_layer_norm"},
                       .default_epsilon = 1e-5,
                       .model_names = {.words = "encoder.embed_tokens",
                                       .other_words = {"shared", "decoder.embed_tokens"},
                                       .positions = "encoder.embed_positions",
                                       .embedding_norm = "encoder.layernorm_embedding"},
                       .pooler = "",
                       .tokenizer = "RobertaTokenizer"};

// Norms before each part, and one at the end (Liu et al., 2020).
constexpr Family mbart() {
  Family family = kBart;
  family.model_type = "mbart";
  family.build = build_pre_norm;
  family.names.attended_norm = family.names.norm = "";
  family.names.attention_input_norm = "self_attn_layer_norm";
  family.names.feed_forward_input_norm = "final_layer_norm";
  family.model_names.final_norm = "encoder.layer_norm";
  family.tokenizer = "MBartTokenizer";
  return family;
}

// The encoder's layers, which see no later token and attend to the encoder's states.
constexpr Family decoder_of(Family family) {
  family.keys.layers = "decoder_layers";
  family.keys.heads = "decoder_attention_heads";
  family.keys.intermediate = "decoder_ffn_dim";
  family.layer_path = "decoder.layers.#.";
  family.names.cross_query = "encoder_attn.q_proj";
  family.names.cross_key = "encoder_attn.k_proj";
  family.names.cross_value = "encoder_attn.v_proj";
  family.names.crossed = "encoder_attn.out_proj";
  family.names.cross_norm = "encoder_attn_layer_norm";
  family.model_names.words = "decoder.embed_tokens";
  family.model_names.other_words = {"shared", "encoder.embed_tokens"};
  family.model_names.positions = "decoder.embed_positions";
  family.model_names.embedding_norm = "decoder.layernorm_embedding";
  family.causal = true;
  return family;
}

constexpr Family bart_decoder() {
  Family family = decoder_of(kBart);
  family.first_token = FirstToken::kStart;
  return family;
}

constexpr Family mbart_decoder() {
  Family family = decoder_of(mbart());
  family.model_names.final_norm = "decoder.layer_norm";
  family.first_token = FirstToken::kLast;
  return family;
}

constexpr Family kBartDecoder = bart_decoder();
constexpr Family kMBartDecoder = mbart_decoder();

constexpr Family with_decoder(Family family, const Family* decoder) {
  family.decoder = decoder;
  return family;
}

constexpr std::array kBartFamilies{with_decoder(kBart, &kBartDecoder),
                                   with_decoder(mbart(), &kMBartDecoder)};

}  // namespace

std::span<const Family> bart_families() { return kBartFamilies; }

}  // namespace sonde
