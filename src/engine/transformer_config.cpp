#include "engine/transformer_config.h"

#include <array>
#include <string>
#include <string_view>

#include "engine/json_fields.h"
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

Activation read_activation(const JsonFields& fields) {
  const std::string name = fields.text("hidden_act", "gelu");
  for (const auto& row : kActivations) {
    if (row.name == name) return row.activation;
  }
  fields.refuse("hidden_act", "one of gelu, gelu_new, gelu_pytorch_tanh, relu");
}

// What the graph does not do must not be passed over.
void refuse_unsupported(const JsonFields& fields) {
  if (fields.text("position_embedding_type", "absolute") != "absolute") {
    fields.refuse("position_embedding_type", "\"absolute\", the only kind that is supported");
  }
  if (fields.flag("is_decoder", false)) fields.refuse("is_decoder", "false: sonde runs encoders");
}

}  // namespace

TransformerConfig read_transformer_config(const std::filesystem::path& config_json) {
  const auto fields = JsonFields::read(config_json);
  TransformerConfig config;
  config.family = &find_family(fields.text("model_type"), fields.file());
  refuse_unsupported(fields);
  config.vocabulary = fields.integer("vocab_size", 1, std::size_t{1} << 26);
  config.positions = fields.integer("max_position_embeddings", 1, kMost);
  config.hidden = fields.integer("hidden_size", 1, kMost);
  config.layers = fields.integer("num_hidden_layers", 1, kMostLayers);
  config.heads = fields.integer("num_attention_heads", 1, config.hidden);
  if (config.hidden % config.heads != 0) {
    fields.refuse("num_attention_heads", "a divisor of hidden_size");
  }
  config.intermediate = fields.integer("intermediate_size", 1, kMost);
  config.token_types =
      fields.has("type_vocab_size") ? fields.integer("type_vocab_size", 1, kMost) : 2;
  if (config.family->task_types && fields.flag("use_task_id", false)) {
    config.task_types =
        fields.has("task_type_vocab_size") ? fields.integer("task_type_vocab_size", 1, kMost) : 3;
  }
  config.epsilon = fields.number("layer_norm_eps", 1e-12);
  if (config.epsilon <= 0 || config.epsilon > 1) fields.refuse("layer_norm_eps", "in (0, 1]");
  config.activation = read_activation(fields);
  return config;
}

}  // namespace sonde
