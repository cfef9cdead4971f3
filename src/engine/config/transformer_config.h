#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config_keys.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/rope.h"
#include "engine/kernels/activation.h"

namespace sonde {

// Facts that may differ from layer to layer.
struct LayerFacts {
  std::size_t heads = 0;            // query heads
  std::size_t key_value_heads = 0;  // divides `heads`: each serves as many queries
  std::size_t intermediate = 0;     // width of the feed-forward part
  std::size_t window = 0;           // a token sees those less than this away (0: all)
  std::size_t rope = 0;             // place in `ropes`
};

// How states and distances between them make scores.
struct RelativeAttention {
  std::size_t span = 0;     // half the rows of the table of distances (0: no table)
  std::size_t reach = 0;    // the distance of the last logarithmic bucket (0: distances are exact)
  bool of_queries = false;  // products of queries with vectors of distances
  bool of_keys = false;
  bool shared = false;  // the layer's own matrices for query and key make these vectors
  bool normed = false;  // the table is normalised
};

// transformers chooses a tokenizer's class by these and by tokenizer_config.json.
struct TokenizerNames {
  std::string model_type;
  std::string named;       // in config.json (may be empty)
  std::string registered;  // for the family (may be empty)
};

// Whose states are taken, in a family that has both.
enum class States { kEncoder, kDecoder };

// The facts about a transformer in config.json.
struct TransformerConfig {
  const Family* family = nullptr;
  std::size_t vocabulary = 0;  // rows of the token table
  std::size_t positions = 0;   // longest input in tokens
  // The token whose position is its own id. The others' begin after it. Without it they begin at 0.
  std::optional<std::int32_t> padding;
  std::size_t position_offset = 0;  // row of the first token's position, without padding
  std::size_t embedding = 0;        // numbers in a row of the token table
  std::size_t hidden = 0;           // numbers in a token's state
  bool scaled_embeddings = false;   // times sqrt(width)
  bool projects = false;            // from `embedding` to `hidden`, by a dense layer
  std::size_t layers = 0;           // at least 1 (a shared layer counts as often as it is used)
  std::size_t groups = 0;           // layer groups with shared weights (0: not shared)
  std::size_t group_layers = 1;     // different ones in a group
  std::size_t heads = 0;            // for queries, in most layers
  std::size_t key_value_heads = 0;
  std::size_t head_width = 0;
  std::vector<LayerFacts> layer_facts;  // a layer
  std::vector<Rope> ropes;              // none: queries and keys are not rotated
  float attention_scale = 0;            // for the scores
  float soft_cap = 0;                   // c tanh(score / c) replaces the score (0: none)
  float clip = 0;                       // bounds of query, key and value (0: none)
  bool causal = false;                  // a token sees none after it
  bool gated = false;                   // the feed-forward part: activation(gate) * up
  bool parallel = false;                // both parts of a layer have its input
  Biases biases;
  std::size_t intermediate = 0;  // width of the feed-forward part
  std::size_t token_types = 0;   // 0: no such embeddings
  std::size_t task_types = 0;    // 0: no such embeddings
  std::size_t buckets = 0;       // distance buckets for an attention bias (0: none)
  RelativeAttention relative;
  bool tied_words = true;          // a head for words has the rows of the token table
  bool learned_positions = false;  // whether the embeddings have them
  std::size_t convolution = 0;     // tokens seen by the one next to the first layer (0: none)
  Activation convolution_activation = Activation::kGelu;
  Norm norm = Norm::kLayer;
  double epsilon = 1e-12;  // for the norm
  Activation activation = Activation::kGelu;
  TokenizerNames tokenizer;
  std::shared_ptr<const TransformerConfig> encoder;  // a decoder's: its layers attend to its states
  std::int32_t start_token = 0;                      // for FirstToken::kStart
  std::int32_t padding_token = 1;                    // for FirstToken::kLast
  std::vector<std::string> notes;                    // messages for the user

  std::size_t position_rows() const;                // in the table of positions
  std::string layer_path(std::size_t layer) const;  // for a layer's weights (layers from 0)
};

// The name with the numbers in the places of its first two #.
std::string numbered(std::string_view name, std::size_t first, std::size_t second = 0);

// Errors: kInput for an unknown activation, numbers that make no sense, and any other key that
// check_config_keys() refuses.
TransformerConfig transformer_config(const JsonFields& fields, const Family& family,
                                     const IgnoredKeys& ignored = {},
                                     States states = States::kEncoder);

}  // namespace sonde
