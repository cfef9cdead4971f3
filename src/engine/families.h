#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/graph_builder.h"
#include "engine/model_facts.h"

namespace sonde {

// How config.json calls what the graph needs to know. Empty: it doesn't say.
struct ConfigKeys {
  std::string_view hidden = "hidden_size";
  std::string_view layers = "num_hidden_layers";
  std::string_view heads = "num_attention_heads";
  std::string_view intermediate = "intermediate_size";
  std::string_view activation = "hidden_act";
  std::string_view epsilon = "layer_norm_eps";
  std::string_view key_value_heads{};
  std::string_view head_width{};
  std::string_view attention_bias{};
  std::string_view feed_forward_bias{};
  std::string_view norm_bias{};
};

// How the weights call the parts of a layer, after the layer's own path.
struct LayerNames {
  std::string_view query = "attention.self.query";
  std::string_view key = "attention.self.key";
  std::string_view value = "attention.self.value";
  std::string_view attended = "attention.output.dense";
  std::string_view attended_norm = "attention.output.LayerNorm";
  std::string_view up = "intermediate.dense";
  std::string_view down = "output.dense";
  std::string_view gate{};  // where the feed-forward part has one
  std::string_view norm = "output.LayerNorm";
};

// The position of a sentence's first token.
enum class FirstPosition {
  kZero,
  kAfterPadding,  // pad_token_id + 1; a padding token that a text writes out stands at pad_token_id
  kTwo,           // the same with a pad_token_id of 1, whatever config.json says
};

// When the embeddings are brought to the width of the layers by a dense layer.
enum class Projection { kNever, kWhereWidthsDiffer, kAlways };

// A row of the table of model families: what builds its graph, and how it differs from others of
// that graph. What config.json may say otherwise is in `keys`; TransformerConfig has what holds.
struct Family {
  std::string_view model_type;  // of config.json
  std::string_view prefix;      // of the weights' names, where they have one
  Builder build = nullptr;
  ConfigKeys keys{};
  std::string_view default_activation = "gelu";
  FirstPosition first_position = FirstPosition::kZero;
  bool token_types = true;
  bool task_types = false;  // may add the embedding of task type 0 (`use_task_id`)
  Projection projection = Projection::kNever;
  std::string_view projection_name{};
  std::string_view layer_path = "encoder.layer.#.";  // # is its number
  bool shared_layers = false;                        // `layer_path` has a # for group and layer
  LayerNames names{};
  Biases biases{};
  Norm norm = Norm::kLayer;
  float attention_scale = 0;         // 0: 1 / sqrt(head width)
  bool causal = false;               // a token sees none behind it
  bool gated = false;                // the feed-forward part, by `names.gate`
  std::string_view relative_bias{};  // table of the attention's bias by distance; may be empty
  std::string_view pooler = "pooler.dense";      // empty: it has none
  std::string_view tokenizer = "BertTokenizer";  // transformers' class, where no file names one
};

std::span<const Family> families();

// Errors: kInput, naming the nearest known; `file` is where the name stands.
const Family& find_family(std::string_view model_type, const std::string& file);

}  // namespace sonde
