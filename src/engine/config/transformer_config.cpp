#include "engine/config/transformer_config.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "engine/config/activation_names.h"
#include "engine/config/json_fields.h"
#include "engine/config/layer_config.h"
#include "engine/config/relative_attention_config.h"
#include "engine/config/relative_buckets.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;  // for anything but layers
constexpr std::size_t kMostLayers = 1024;

// T5's names show whether the part is gated, and mean by GELU the one with tanh.
std::string activation_name(const JsonFields& fields, TransformerConfig& config) {
  constexpr std::string_view kGated = "gated-";
  const Family& family = *config.family;
  std::string name =
      fields.text(std::string(family.keys.activation), std::string(family.default_activation));
  if (family.gated && name == "swiglu") return "silu";
  if (!family.gated_by_activation || !name.starts_with(kGated)) return name;
  config.gated = true;
  name.erase(0, kGated.size());
  return name == "gelu" ? "gelu_new" : name;
}

// transformers writes what follows from the name too, and believes it.
void check_derived(const JsonFields& fields, const TransformerConfig& config,
                   const std::string& name) {
  if (fields.text("dense_act_fn", name) != name) fields.unsupported("dense_act_fn", name);
  if (fields.flag("is_gated_act", config.gated) != config.gated) {
    fields.unsupported("is_gated_act", config.gated ? "true" : "false");
  }
}

Activation read_activation(const JsonFields& fields, TransformerConfig& config) {
  const std::string key(config.family->keys.activation);
  const std::string name = activation_name(fields, config);
  if (config.family->gated_by_activation) check_derived(fields, config, name);
  if (const auto activation = activation_of(name)) return *activation;
  fields.unsupported(key, std::string(kSupportedActivations));
}

// An empty key, which the family doesn't have, counts as one missing in config.json.
std::size_t integer_or(const JsonFields& fields, std::string_view key, std::size_t otherwise) {
  const std::string name(key);
  return name.empty() || !fields.has(name) ? otherwise : fields.integer(name, 1, kMost);
}

bool flag_or(const JsonFields& fields, std::string_view key, bool otherwise) {
  return key.empty() ? otherwise : fields.flag(std::string(key), otherwise);
}

std::optional<std::int32_t> read_padding(const JsonFields& fields, FirstPosition first) {
  if (first == FirstPosition::kZero || first == FirstPosition::kOffsetTwo) return std::nullopt;
  const bool told = first == FirstPosition::kAfterPadding && fields.has("pad_token_id");
  return told ? static_cast<std::int32_t>(fields.integer("pad_token_id", 0, kMost)) : 1;
}

void read_positions(TransformerConfig& config, const JsonFields& fields) {
  const std::string key(config.family->keys.positions);
  config.padding = read_padding(fields, config.family->first_position);
  const std::size_t usual = config.family->default_positions;
  const std::size_t rows =
      usual > 0 ? integer_or(fields, key, usual) : fields.integer(key, 1, kMost);
  config.positions = rows;
  const std::size_t taken = config.position_rows() - rows;
  if (rows <= taken) fields.refuse(key, "more than " + std::to_string(taken) + ", the padding's");
  config.positions = rows - taken;
  if (config.family->first_position == FirstPosition::kOffsetTwo) config.position_offset = 2;
  config.learned_positions = !config.family->model_names.positions.empty() &&
                             flag_or(fields, config.family->keys.position_input, true);
}

// 0, none, only if that is the family's default.
std::size_t read_token_types(const JsonFields& fields, const Family& family) {
  const std::string key = "type_vocab_size";
  const std::size_t usual = family.default_token_types;
  return fields.has(key) ? fields.integer(key, usual > 0 ? 1 : 0, kMost) : usual;
}

void read_embeddings(TransformerConfig& config, const JsonFields& fields) {
  const Family& family = *config.family;
  config.vocabulary = fields.integer("vocab_size", 1, std::size_t{1} << 26);
  read_positions(config, fields);
  config.hidden = fields.integer(std::string(family.keys.hidden), 1, kMost);
  config.embedding = config.hidden;
  if (family.projection != Projection::kNever) {
    config.embedding = integer_or(fields, "embedding_size", 128);
    config.projects = family.projection == Projection::kAlways || config.embedding != config.hidden;
  }
  config.scaled_embeddings =
      family.scaled_embeddings || flag_or(fields, family.keys.scaled_embeddings, false);
  if (family.token_types) config.token_types = read_token_types(fields, family);
  if (family.task_types && fields.flag("use_task_id", false)) {
    config.task_types = integer_or(fields, "task_type_vocab_size", 3);
  }
}

// A shared layer counts as often as it is used, as in transformers' hidden_states.
void read_layers(TransformerConfig& config, const JsonFields& fields) {
  const std::string key(config.family->keys.layers);
  config.layers = fields.integer(key, 1, kMostLayers);
  if (!config.family->shared_layers) return;
  config.groups = integer_or(fields, "num_hidden_groups", 1);
  config.group_layers = integer_or(fields, "inner_group_num", 1);
  config.layers *= config.group_layers;
  if (config.layers > kMostLayers) fields.refuse("inner_group_num", "so many");
}

void read_heads(TransformerConfig& config, const JsonFields& fields) {
  const ConfigKeys& keys = config.family->keys;
  if (config.family->sizes_by_layer) {  // the rest is read layer by layer
    config.head_width = fields.integer(std::string(keys.head_width), 1, kMost);
    return;
  }
  const std::string key(keys.heads);
  config.heads = fields.integer(key, 1, config.hidden);
  config.head_width = integer_or(fields, keys.head_width, 0);
  if (config.head_width == 0 && config.hidden % config.heads != 0) {
    fields.refuse(key, "a divisor of " + std::string(keys.hidden));
  }
  if (config.head_width == 0) config.head_width = config.hidden / config.heads;
  config.key_value_heads = integer_or(fields, keys.key_value_heads, config.heads);
  if (config.heads % config.key_value_heads != 0) {
    fields.refuse(std::string(keys.key_value_heads), "a divisor of " + key);
  }
}

// 0 for an empty key, or if config.json has null.
float bound_of(const JsonFields& fields, std::string_view key) {
  const std::string name(key);
  const double bound = name.empty() ? 0 : fields.number(name, 0);
  if (bound < 0) fields.refuse(name, "more than 0");
  return static_cast<float>(bound);
}

double read_divisor(const JsonFields& fields, std::string_view key, std::size_t head_width) {
  const std::string name(key);
  if (name.empty()) return static_cast<double>(head_width);
  fields.at(name);  // reports it if it is missing
  const double divisor = fields.number(name, 0);
  if (divisor <= 0) fields.refuse(name, "more than 0");
  return divisor;
}

// `is_causal` sets the direction of any decoder in transformers. Gemma 3 and folders with custom
// code use the other key.
void read_direction(TransformerConfig& config, const JsonFields& fields) {
  const bool both_ways = fields.flag("use_bidirectional_attention", false);
  config.causal = fields.flag("is_causal", true) && !both_ways;
}

void read_attention(TransformerConfig& config, const JsonFields& fields) {
  read_heads(config, fields);
  const Family& family = *config.family;
  const double divisor = read_divisor(fields, family.keys.query_scale, config.head_width);
  const auto usual = static_cast<float>(1 / std::sqrt(divisor));
  config.attention_scale = family.attention_scale > 0 ? family.attention_scale : usual;
  if (family.causal) read_direction(config, fields);
  config.soft_cap = bound_of(fields, family.keys.soft_cap);
  config.clip = bound_of(fields, family.keys.clip);
  read_relative_attention(config, fields);
  if (family.relative_bias.empty()) return;
  const std::string buckets = "relative_attention_num_buckets";
  config.buckets = integer_or(fields, buckets, kRelativeBuckets);
  if (config.buckets < kRelativeBuckets) {
    fields.refuse(buckets, "at least " + std::to_string(kRelativeBuckets));
  }
  const std::string reach = "relative_attention_max_distance";
  if (integer_or(fields, reach, kRelativeReach) != kRelativeReach) {
    fields.unsupported(reach, std::to_string(kRelativeReach));
  }
}

void read_parts(TransformerConfig& config, const JsonFields& fields) {
  const ConfigKeys& keys = config.family->keys;
  const Biases& biases = config.family->biases;
  config.biases = {flag_or(fields, keys.attention_bias, biases.projections),
                   flag_or(fields, keys.attention_bias, biases.attended),
                   flag_or(fields, keys.feed_forward_bias, biases.feed_forward),
                   flag_or(fields, keys.norm_bias, biases.norm)};
  config.norm = config.family->norm;
  config.gated = config.family->gated;
  config.parallel = config.family->parallel && flag_or(fields, keys.parallel, true);
}

// GPT-2's is four times the width if config.json has none.
std::size_t read_intermediate(const JsonFields& fields, const TransformerConfig& config) {
  const std::string key(config.family->keys.intermediate);
  if (config.family->sizes_by_layer) return 0;
  const std::size_t otherwise = config.family->default_widening * config.hidden;
  if (otherwise > 0 && !fields.has(key)) return otherwise;
  return fields.integer(key, 1, kMost);
}

double read_epsilon(const JsonFields& fields, const Family& family) {
  const std::string key(family.keys.epsilon);
  const double usual = family.default_epsilon;
  const double epsilon = key.empty() ? usual : fields.number(key, usual);
  if (epsilon <= 0 || epsilon > 1) fields.refuse(key, "in (0, 1]");
  return epsilon;
}

// The fields under today's keys, which the errors name.
JsonFields renamed(const JsonFields& fields, std::span<const RenamedKey> older_keys) {
  auto today = nlohmann::json::object();
  for (const auto& name : fields.names()) today[name] = fields.raw(name);
  for (const auto& [older, key] : older_keys) {
    const std::string was(older), is(key);
    if (!today.contains(was) || today[was].is_null()) continue;
    if (!today.contains(is) || today[is].is_null()) today[is] = today[was];
    if (today[is] == today[was]) today.erase(was);  // else it is refused as another key
  }
  return {std::move(today), fields.file()};
}

// The facts of a row of the table of families.
TransformerConfig stack_of(const JsonFields& fields, const Family& family,
                           const IgnoredKeys& ignored) {
  TransformerConfig config;
  config.family = &family;
  fields.skip({"model_type"});
  read_embeddings(config, fields);
  read_layers(config, fields);
  read_attention(config, fields);
  read_parts(config, fields);
  config.intermediate = read_intermediate(fields, config);
  read_layer_facts(config, fields, ignored);
  config.epsilon = read_epsilon(fields, family);
  config.activation = read_activation(fields, config);
  config.tied_words = fields.flag("tie_word_embeddings", true);
  config.tokenizer = {std::string(family.model_type), fields.text("tokenizer_class", ""),
                      std::string(family.tokenizer)};
  return config;
}

// The id of a token. Null is an error, as in transformers.
std::int32_t token_or(const JsonFields& fields, const std::string& key, std::size_t otherwise,
                      std::size_t vocabulary) {
  const std::size_t token = fields.names(key) ? fields.integer(key, 0, kMost) : otherwise;
  if (token >= vocabulary) fields.refuse(key, "below vocab_size");
  return static_cast<std::int32_t>(token);
}

// Like shift_tokens_right() of transformers' models.
void read_first_token(TransformerConfig& config, const JsonFields& fields) {
  if (config.family->first_token == FirstToken::kStart) {
    config.start_token = token_or(fields, "decoder_start_token_id", 2, config.vocabulary);
  } else {
    config.padding_token = token_or(fields, "pad_token_id", 1, config.vocabulary);
  }
}

TransformerConfig decoder_of(const JsonFields& fields, TransformerConfig encoder,
                             const IgnoredKeys& ignored) {
  TransformerConfig config = stack_of(fields, *encoder.family->decoder, ignored);
  if (!fields.flag("is_encoder_decoder", true)) fields.unsupported("is_encoder_decoder", "true");
  read_first_token(config, fields);
  config.encoder = std::make_shared<const TransformerConfig>(std::move(encoder));
  return config;
}

}  // namespace

std::size_t TransformerConfig::position_rows() const {
  return positions + (padding ? static_cast<std::size_t>(*padding) + 1 : position_offset);
}

// Layers are dealt to groups as transformers' AlbertTransformer does, in floating point.
std::string TransformerConfig::layer_path(std::size_t layer) const {
  std::array<std::size_t, 2> numbers{layer, 0};
  if (groups > 0) {
    const std::size_t rounds = layers / group_layers, round = layer / group_layers;
    const double in_a_group = static_cast<double>(rounds) / static_cast<double>(groups);
    numbers = {static_cast<std::size_t>(static_cast<double>(round) / in_a_group),
               layer % group_layers};
  }
  return numbered(family->layer_path, numbers[0], numbers[1]);
}

std::string numbered(std::string_view name, std::size_t first, std::size_t second) {
  std::string text(name);
  for (const std::size_t number : {first, second}) {
    if (const auto at = text.find('#'); at != text.npos) {
      text.replace(at, 1, std::to_string(number));
    }
  }
  return text;
}

TransformerConfig transformer_config(const JsonFields& fields, const Family& family,
                                     const IgnoredKeys& ignored, States states) {
  const JsonFields today = renamed(fields, family.older_keys);
  auto config = stack_of(today, family, ignored);
  if (states == States::kDecoder) config = decoder_of(today, std::move(config), ignored);
  config.notes = check_config_keys(today, family.model_type, ignored);
  return config;
}

}  // namespace sonde
