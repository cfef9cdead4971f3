#include "engine/transformer_config.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "engine/json_fields.h"
#include "engine/relative_buckets.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;  // of anything but layers
constexpr std::size_t kMostLayers = 1024;

struct NamedActivation {
  std::string_view name;
  Activation activation;
};

// Hugging Face's names; several are the same function.
constexpr std::array<NamedActivation, 8> kActivations{{
    {"gelu", Activation::kGelu},
    {"gelu_python", Activation::kGelu},
    {"gelu_new", Activation::kGeluTanh},
    {"gelu_fast", Activation::kGeluTanh},
    {"gelu_accurate", Activation::kGeluTanh},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"gelu_python_tanh", Activation::kGeluTanh},
    {"relu", Activation::kRelu},
}};

Activation read_activation(const JsonFields& fields, const Family& family) {
  const std::string key(family.keys.activation);
  const std::string name = fields.text(key, std::string(family.default_activation));
  for (const auto& row : kActivations) {
    if (row.name == name) return row.activation;
  }
  fields.unsupported(key, "gelu, gelu_new, gelu_pytorch_tanh, relu");
}

// What the graph does not do must not be passed over.
void refuse_unsupported(const JsonFields& fields) {
  if (fields.text("position_embedding_type", "absolute") != "absolute") {
    fields.unsupported("position_embedding_type", "absolute");
  }
  if (fields.flag("is_decoder", false)) fields.unsupported("is_decoder", "encoders");
}

// An empty key, which the family doesn't have, counts as one that config.json lacks.
std::size_t integer_or(const JsonFields& fields, std::string_view key, std::size_t otherwise) {
  const std::string name(key);
  return name.empty() || !fields.has(name) ? otherwise : fields.integer(name, 1, kMost);
}

bool flag_or(const JsonFields& fields, std::string_view key, bool otherwise) {
  return key.empty() ? otherwise : fields.flag(std::string(key), otherwise);
}

std::optional<std::int32_t> read_padding(const JsonFields& fields, FirstPosition first) {
  if (first == FirstPosition::kZero) return std::nullopt;
  const bool told = first == FirstPosition::kAfterPadding && fields.has("pad_token_id");
  return told ? static_cast<std::int32_t>(fields.integer("pad_token_id", 0, kMost)) : 1;
}

void read_positions(TransformerConfig& config, const JsonFields& fields) {
  const std::string key = "max_position_embeddings";
  config.padding = read_padding(fields, config.family->first_position);
  const std::size_t rows = fields.integer(key, 1, kMost);
  config.positions = rows;
  const std::size_t taken = config.position_rows() - rows;
  if (rows <= taken) fields.refuse(key, "more than " + std::to_string(taken) + ", the padding's");
  config.positions = rows - taken;
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
  if (family.token_types) config.token_types = integer_or(fields, "type_vocab_size", 2);
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

void read_attention(TransformerConfig& config, const JsonFields& fields) {
  read_heads(config, fields);
  const Family& family = *config.family;
  const float usual = 1 / std::sqrt(static_cast<float>(config.head_width));
  config.attention_scale = family.attention_scale > 0 ? family.attention_scale : usual;
  config.causal = family.causal;
  if (family.relative_bias.empty()) return;
  const std::string buckets = "relative_attention_num_buckets";
  config.buckets = integer_or(fields, buckets, kRelativeBuckets);
  if (config.buckets < kRelativeBuckets) {
    fields.refuse(buckets, "at least " + std::to_string(kRelativeBuckets));
  }
}

void read_layer_facts(TransformerConfig& config, const JsonFields& fields) {
  const ConfigKeys& keys = config.family->keys;
  const Biases& biases = config.family->biases;
  config.biases = {flag_or(fields, keys.attention_bias, biases.projections),
                   flag_or(fields, keys.attention_bias, biases.attended),
                   flag_or(fields, keys.feed_forward_bias, biases.feed_forward),
                   flag_or(fields, keys.norm_bias, biases.norm)};
  config.norm = config.family->norm;
  config.gated = config.family->gated;
}

double read_epsilon(const JsonFields& fields, const std::string& key) {
  const double epsilon = key.empty() ? 1e-12 : fields.number(key, 1e-12);
  if (epsilon <= 0 || epsilon > 1) fields.refuse(key, "in (0, 1]");
  return epsilon;
}

}  // namespace

std::size_t TransformerConfig::position_rows() const {
  return positions + (padding ? static_cast<std::size_t>(*padding) + 1 : 0);
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
  std::string path(family->layer_path);
  for (const std::size_t number : numbers) {
    if (const auto at = path.find('#'); at != path.npos)
      path.replace(at, 1, std::to_string(number));
  }
  return path;
}

TransformerConfig read_transformer_config(const std::filesystem::path& config_json) {
  const auto fields = JsonFields::read(config_json);
  return transformer_config(fields, find_family(fields.text("model_type"), fields.file()));
}

TransformerConfig transformer_config(const JsonFields& fields, const Family& family) {
  TransformerConfig config;
  config.family = &family;
  refuse_unsupported(fields);
  read_embeddings(config, fields);
  read_layers(config, fields);
  read_attention(config, fields);
  read_layer_facts(config, fields);
  config.intermediate = fields.integer(std::string(family.keys.intermediate), 1, kMost);
  config.epsilon = read_epsilon(fields, std::string(family.keys.epsilon));
  config.activation = read_activation(fields, family);
  config.tokenizer = fields.text("tokenizer_class", std::string(family.tokenizer));
  return config;
}

}  // namespace sonde
