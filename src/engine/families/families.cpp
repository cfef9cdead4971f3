#include "engine/families/families.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/names.h"
#include "engine/families/bart_families.h"
#include "engine/families/pre_norm_families.h"
#include "engine/graph/post_norm_graph.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr Family kRoberta{.model_type = "roberta",
                          .prefix = "roberta.",
                          .build = build_post_norm,
                          .first_position = FirstPosition::kAfterPadding,
                          .tokenizer = "RobertaTokenizer"};

// The same graph and names as RoBERTa's, another tokenizer.
constexpr Family like_roberta(std::string_view model_type, std::string_view tokenizer) {
  Family family = kRoberta;
  family.model_type = model_type;
  family.tokenizer = tokenizer;
  return family;
}

constexpr ConfigKeys kDistilBertKeys{.hidden = "dim",
                                     .layers = "n_layers",
                                     .heads = "n_heads",
                                     .intermediate = "hidden_dim",
                                     .activation = "activation",
                                     .epsilon = ""};

constexpr LayerNames kDistilBertNames{.query = "attention.q_lin",
                                      .key = "attention.k_lin",
                                      .value = "attention.v_lin",
                                      .attended = "attention.out_lin",
                                      .attended_norm = "sa_layer_norm",
                                      .up = "ffn.lin1",
                                      .down = "ffn.lin2",
                                      .norm = "output_layer_norm"};

constexpr LayerNames kMpnetNames{.query = "attention.attn.q",
                                 .key = "attention.attn.k",
                                 .value = "attention.attn.v",
                                 .attended = "attention.attn.o",
                                 .attended_norm = "attention.LayerNorm"};

constexpr LayerNames kAlbertNames{.query = "attention.query",
                                  .key = "attention.key",
                                  .value = "attention.value",
                                  .attended = "attention.dense",
                                  .attended_norm = "attention.LayerNorm",
                                  .up = "ffn",
                                  .down = "ffn_output",
                                  .norm = "full_layer_layer_norm"};

constexpr std::array kNomicOlderKeys{
    RenamedKey{"n_embd", "hidden_size"},
    RenamedKey{"n_layer", "num_hidden_layers"},
    RenamedKey{"n_head", "num_attention_heads"},
    RenamedKey{"n_inner", "intermediate_size"},
    RenamedKey{"n_positions", "max_position_embeddings"},
    RenamedKey{"activation_function", "hidden_act"},
    RenamedKey{"layer_norm_epsilon", "layer_norm_eps"},
};

// BERT with rotary positions and gates (Nussbaum et al., 2024).
constexpr Family kNomicBert{
    .model_type = "nomic_bert",
    .prefix = "bert.",
    .build = build_post_norm,
    .keys = {.head_width = "head_dim"},
    .older_keys = kNomicOlderKeys,
    .default_activation = "silu",
    .layer_path = "encoder.layers.#.",
    .names = {.attended = "attn.out_proj",
              .attended_norm = "norm1",
              .up = "mlp.fc11",
              .down = "mlp.fc2",
              .gate = "mlp.fc12",
              .norm = "norm2",
              .fused = "attn.Wqkv"},
    .biases = {false, false, false, true},
    .model_names = {.positions = "", .embedding_norm = "emb_ln"},
    .fusion = Fused::kInOrder,
    .rotates = true,
    .rope = {.theta_key = "rotary_emb_base", .share_key = "rotary_emb_fraction", .theta = 1000},
    .gated = true,
    .pooler = ""};

// The stream of contents, without a memory (Yang et al., 2019).
constexpr Family kXlnet{
    .model_type = "xlnet",
    .prefix = "transformer.",
    .build = build_post_norm,
    .keys = {.hidden = "d_model",
             .layers = "n_layer",
             .heads = "n_head",
             .intermediate = "d_inner",
             .activation = "ff_activation",
             .head_width = "d_head",
             .positions = ""},  // unlimited: sonde takes `default_positions`
    .token_types = false,
    .layer_path = "layer.#.",
    .names = {.query = "rel_attn.q",
              .key = "rel_attn.k",
              .value = "rel_attn.v",
              .attended = "rel_attn.o",
              .attended_norm = "rel_attn.layer_norm",
              .up = "ff.layer_1",
              .down = "ff.layer_2",
              .norm = "ff.layer_norm",
              .distance_key = "rel_attn.r",
              .content_bias = "rel_attn.r_w_bias",
              .distance_bias = "rel_attn.r_r_bias"},
    .biases = {false, false, true, true},
    .model_names = {.words = "word_embedding", .positions = "", .embedding_norm = ""},
    .relative = Relative::kSinusoids,
    .headed_matrices = true,
    .distance_key_bias = false,
    .default_positions = 512,
    .pooler = "",
    .tokenizer = "XLNetTokenizer"};

constexpr LayerNames kDebertaV2Names{.query = "attention.self.query_proj",
                                     .key = "attention.self.key_proj",
                                     .value = "attention.self.value_proj",
                                     .distance_key = "attention.self.pos_key_proj",
                                     .distance_query = "attention.self.pos_query_proj"};

// Version 3 calls itself version 2.
constexpr Family kDebertaV2{
    .model_type = "deberta-v2",
    .prefix = "deberta.",
    .build = build_post_norm,
    .keys = {.head_width = "attention_head_size", .position_input = "position_biased_input"},
    .names = kDebertaV2Names,
    .default_epsilon = 1e-7,
    .model_names = {.distances = "encoder.rel_embeddings",
                    .distances_norm = "encoder.LayerNorm",
                    .convolution = "encoder.conv.conv",
                    .convolution_norm = "encoder.conv.LayerNorm"},
    .relative = Relative::kDisentangled,
    .default_token_types = 0,
    .pooler = "",
    .tokenizer = "DebertaV2Tokenizer"};

// Query, key and value in one matrix. Only query and value have a bias.
constexpr Family deberta() {
  Family family = kDebertaV2;
  family.model_type = "deberta";
  family.keys.head_width = "";
  family.names = {.fused = "attention.self.in_proj",
                  .query_bias = "attention.self.q_bias",
                  .value_bias = "attention.self.v_bias",
                  .distance_key = "attention.self.pos_proj",
                  .distance_query = "attention.self.pos_q_proj"};
  family.biases.projections = false;
  family.model_names = {.distances = "encoder.rel_embeddings"};
  family.fusion = Fused::kByHead;
  family.distance_key_bias = false;
  family.tokenizer = "DebertaTokenizer";
  return family;
}

// MiniLM, TinyBERT and LaBSE call themselves bert.
constexpr std::array kEncoderFamilies{
    Family{.model_type = "albert",
           .prefix = "albert.",
           .build = build_post_norm,
           .default_activation = "gelu_new",
           .projection = Projection::kAlways,
           .projection_name = "encoder.embedding_hidden_mapping_in",
           .layer_path = "encoder.albert_layer_groups.#.albert_layers.#.",
           .shared_layers = true,
           .names = kAlbertNames,
           .pooler = "pooler",
           .tokenizer = "AlbertTokenizer"},
    Family{.model_type = "bert", .prefix = "bert.", .build = build_post_norm},
    like_roberta("camembert", "CamembertTokenizer"),
    deberta(),
    kDebertaV2,
    Family{.model_type = "distilbert",
           .prefix = "distilbert.",
           .build = build_post_norm,
           .keys = kDistilBertKeys,
           .token_types = false,
           .layer_path = "transformer.layer.#.",
           .names = kDistilBertNames,
           .pooler = ""},
    Family{.model_type = "electra",
           .prefix = "electra.",
           .build = build_post_norm,
           .projection = Projection::kWhereWidthsDiffer,
           .projection_name = "embeddings_project",
           .pooler = ""},
    Family{.model_type = "ernie", .prefix = "ernie.", .build = build_post_norm, .task_types = true},
    Family{.model_type = "mpnet",
           .prefix = "mpnet.",
           .build = build_post_norm,
           .first_position = FirstPosition::kTwo,
           .token_types = false,
           .names = kMpnetNames,
           .relative_bias = "encoder.relative_attention_bias"},
    kNomicBert,
    kRoberta,
    like_roberta("xlm-roberta", "XLMRobertaTokenizer"),
    kXlnet,
};

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> rows(kEncoderFamilies.begin(), kEncoderFamilies.end());
    for (const auto& more : {bart_families(), pre_norm_families()}) {
      rows.insert(rows.end(), more.begin(), more.end());
    }
    std::ranges::sort(rows, {}, &Family::model_type);
    return rows;
  }();
  return all;
}

const Family& find_family(std::string_view model_type, const std::string& file, bool own_code) {
  std::vector<std::string> known;
  for (const auto& family : families()) {
    if (family.model_type == model_type) return family;
    known.emplace_back(family.model_type);
  }
  std::string all;
  for (const auto& name : known) all += (all.empty() ? "" : ", ") + name;
  const std::string nearest = nearest_name(model_type, known);
  const std::string code = own_code
                               ? "sonde never runs the code that auto_map names; run the model "
                                 "yourself, by exec: (docs/reference/encoders/programs.md); "
                               : "";
  throw input_error("unknown model family '" + std::string(model_type) + "'", {file},
                    code + (nearest.empty() ? "" : "the nearest is '" + nearest + "'; ") +
                        "known families: " + all);
}

namespace {

// The advice names the families that have a choice.
void check_choice(const Family& family) {
  if (family.decoder != nullptr) return;
  std::string all;
  for (const auto& one : families()) {
    if (one.decoder != nullptr) all += (all.empty() ? "" : ", ") + std::string(one.model_type);
  }
  throw usage_error("models of the family " + std::string(family.model_type) +
                        " have no choice of states (states=)",
                    "leave states= out; it chooses between encoder and decoder of " + all);
}

}  // namespace

TransformerConfig read_transformer_config(const std::filesystem::path& config_json,
                                          const IgnoredKeys& ignored,
                                          std::optional<States> states) {
  const auto fields = JsonFields::read(config_json);
  const Family& family =
      find_family(fields.text("model_type"), fields.file(), fields.has("auto_map"));
  if (states) check_choice(family);
  return transformer_config(fields, family, ignored, states.value_or(States::kEncoder));
}

}  // namespace sonde
