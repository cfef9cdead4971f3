#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/config/architecture_choices.h"
#include "engine/config/graph_builder.h"
#include "engine/config/rope.h"

namespace sonde {

// The names in config.json of the facts that the graph needs. Empty: not in it.
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
  std::string_view positions = "max_position_embeddings";
  std::string_view window{};         // tokens that a layer with a window sees
  std::string_view window_switch{};  // whether layers with a window exist
  std::string_view window_rhythm{};  // the n of `Windows`
  std::string_view query_scale{};    // the scores' divisor, squared
  std::string_view soft_cap{};       // for the scores
  std::string_view clip{};           // for query, key and value
  std::string_view parallel{};       // whether a layer's parts have the same input
  std::string_view scaled_embeddings{};
  std::string_view position_input{};  // whether the embeddings have learned positions
};

// How the weights call the parts of a layer, after the layer's own path.
struct LayerNames {
  std::string_view query = "attention.self.query";
  std::string_view key = "attention.self.key";
  std::string_view value = "attention.self.value";
  std::string_view attended = "attention.output.dense";
  std::string_view attended_norm = "attention.output.LayerNorm";
  std::string_view up = "intermediate.dense";
  std::string_view ungated_up{};  // if it differs without a gate
  std::string_view down = "output.dense";
  std::string_view gate{};  // if the feed-forward part has one
  std::string_view norm = "output.LayerNorm";
  std::string_view fused{};     // query, key and value in one
  std::string_view fused_up{};  // gate and up in one
  std::string_view query_norm{};
  std::string_view key_norm{};
  std::string_view attention_input_norm{};
  std::string_view feed_forward_input_norm{};
  std::string_view query_bias{};  // if it isn't named like its matrix
  std::string_view value_bias{};
  std::string_view distance_key{};  // for the vectors of distances, as if they were keys
  std::string_view distance_query{};
  // Biases added to queries before their products with keys, and with vectors of distances.
  std::string_view content_bias{};
  std::string_view distance_bias{};
  // Attention to an encoder's states, after the layer's own attention (empty: it has none).
  std::string_view cross_query{};
  std::string_view cross_key{};
  std::string_view cross_value{};
  std::string_view crossed{};     // the dense layer after it
  std::string_view cross_norm{};  // after the sum, or in a pre-norm graph before this attention
};

// The weights' names for the parts before and after the layers.
struct ModelNames {
  std::string_view words = "embeddings.word_embeddings";
  std::array<std::string_view, 2> other_words{};  // if the weights have no `words`
  std::string_view positions = "embeddings.position_embeddings";
  std::string_view embedding_norm = "embeddings.LayerNorm";
  std::string_view final_norm{};
  std::string_view distances{};  // the table of vectors by distance
  std::string_view distances_norm{};
  std::string_view convolution{};  // next to the first layer
  std::string_view convolution_norm{};
};

// The position of a sentence's first token.
enum class FirstPosition {
  kZero,
  kAfterPadding,  // pad_token_id + 1, but a padding token that a text writes out is at pad_token_id
  kTwo,           // the same with a pad_token_id of 1, whatever config.json has
  kOffsetTwo,     // 2, whatever the tokens are (the table has two rows more than in config.json)
};

// A key of config.json, as older versions call it.
struct RenamedKey {
  std::string_view older, key;
};

// The first token that a model reads, if it reads a text's tokens one place later.
enum class FirstToken {
  kOwn,    // the text's: none is moved
  kStart,  // `decoder_start_token_id`
  kLast,   // the last of the text's that is not padding
};

// When the embeddings are brought to the width of the layers by a dense layer.
enum class Projection { kNever, kWhereWidthsDiffer, kAlways };

// A row of the table of model families: the builder of its graph, and how it differs from others of
// that graph. `keys` has what config.json may override. TransformerConfig has the resulting values.
struct Family {
  std::string_view model_type;  // in config.json
  std::string_view prefix;      // in the weights' names, if they have one
  Builder build = nullptr;
  ConfigKeys keys{};
  std::span<const RenamedKey> older_keys{};
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
  float norm_offset = 0;     // added to the norm's weights
  bool norm_weights = true;  // whether it has any
  double default_epsilon = 1e-12;
  ModelNames model_names{};
  // A layer's numbers of heads, and its widening, are lists in config.json.
  bool sizes_by_layer = false;
  std::size_t default_widening = 0;  // in the feed-forward part (0: config.json has its width)
  bool scaled_embeddings = false;    // times sqrt(width)
  bool first_norm = true;            // whether the first layer has its norm before attention
  bool transposed = false;           // dense layers of the layers: inputs x outputs
  Fused fusion = Fused::kNone;
  QueryNorm query_norm_of = QueryNorm::kHead;
  Windows windows = Windows::kNone;
  std::size_t default_window = 0;  // 0: none
  std::size_t default_window_rhythm = 0;
  bool halved_window = false;     // it counts both sides
  bool halves_both_ways = false;  // `use_bidirectional_attention` halves it
  bool parallel = false;
  bool rotates = false;
  RopeDefaults rope{};
  float attention_scale = 0;  // 0: 1 / sqrt(head width)
  bool causal = false;        // a token sees none after it
  FirstToken first_token = FirstToken::kOwn;
  const Family* decoder = nullptr;  // the row of its decoder, whose states may be taken instead
  bool gated = false;               // the feed-forward part, by `names.gate`
  // Table of the attention's bias by distance. May be empty. With a #, each layer has its own.
  std::string_view relative_bias{};
  Relative relative = Relative::kNone;
  bool headed_matrices = false;   // in attention: [inputs, heads, width], without `.weight`
  bool distance_key_bias = true;  // for `names.distance_key`
  std::size_t default_token_types = 2;
  std::size_t default_positions = 0;             // 0: config.json has them
  bool gated_by_activation = false;              // if its name begins with `gated-`
  std::string_view pooler = "pooler.dense";      // empty: it has none
  std::string_view tokenizer = "BertTokenizer";  // transformers' class, if no file names one
};

}  // namespace sonde
