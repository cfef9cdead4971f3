#include "engine/config/relative_attention_config.h"

#include <cmath>
#include <string>
#include <vector>

#include "base/parse.h"

namespace sonde {
namespace {

constexpr std::size_t kMostOfDistances = std::size_t{1} << 20;

// config.json has -1, null or no key for "none".
std::size_t natural_or_none(const JsonFields& fields, const std::string& key) {
  const bool none = !fields.has(key) || (fields.at(key).is_number_integer() && fields.at(key) <= 0);
  return none ? 0 : fields.integer(key, 1, kMostOfDistances);
}

// A list, or, as older versions have it, a text with | between.
std::vector<std::string> parts_of_text_or_list(const JsonFields& fields, const std::string& key) {
  std::vector<std::string> parts;
  if (!fields.has(key)) return parts;
  const auto& value = fields.at(key);
  if (value.is_string()) {
    for (const auto part : parts_of(value.get_ref<const std::string&>(), '|')) {
      parts.emplace_back(part);
    }
    return parts;
  }
  if (!value.is_array()) fields.refuse(key, "a list of texts");
  for (const auto& part : value) {
    if (!part.is_string()) fields.refuse(key, "a list of texts");
    parts.push_back(part.get<std::string>());
  }
  return parts;
}

void read_kinds(RelativeAttention& facts, const JsonFields& fields) {
  const std::string key = "pos_att_type";
  for (const auto& kind : parts_of_text_or_list(fields, key)) {
    if (kind != "c2p" && kind != "p2c") fields.unsupported(key, "c2p, p2c");
    bool& has = kind == "c2p" ? facts.of_queries : facts.of_keys;
    if (has) fields.unsupported(key, "each kind once");  // transformers scales by their number
    has = true;
  }
}

// Only version 2 has buckets, shared matrices and a norm of the table.
void read_table(TransformerConfig& config, const JsonFields& fields) {
  RelativeAttention& facts = config.relative;
  const std::size_t told = natural_or_none(fields, "max_relative_positions");
  const std::size_t reach = told > 0 ? told : config.positions;
  facts.span = reach;
  if (config.family->model_names.distances_norm.empty()) return;
  const std::string buckets = "position_buckets", norm = "norm_rel_ebd";
  if (const std::size_t count = natural_or_none(fields, buckets); count > 0) {
    if (count < 4 || reach < count / 2 + 2) fields.refuse(buckets, "in the reach of the distances");
    facts.span = count;
    facts.reach = reach;
  }
  facts.shared = fields.flag("share_att_key", false);
  for (const auto& kind : parts_of_text_or_list(fields, norm)) {
    if (kind != "none" && kind != "layer_norm") fields.unsupported(norm, "none, layer_norm");
    facts.normed = facts.normed || kind == "layer_norm";
  }
}

void read_convolution(TransformerConfig& config, const JsonFields& fields) {
  const std::string size = "conv_kernel_size", groups = "conv_groups";
  if (config.family->model_names.convolution.empty()) return;
  config.convolution = natural_or_none(fields, size);
  fields.skip({groups, "conv_act"});
  if (config.convolution == 0) return;
  if (config.convolution % 2 == 0 || config.convolution > 31) {
    fields.unsupported(size, "odd numbers up to 31");
  }
  if (fields.has(groups) && fields.integer(groups, 1, kMostOfDistances) > 1)
    fields.unsupported(groups, "1");
  if (fields.text("conv_act", "tanh") != "gelu") {
    fields.at("conv_act");  // reports it if it is missing
    fields.unsupported("conv_act", "gelu");
  }
  // The convolution has the activation of the layers.
  if (fields.text("hidden_act", "gelu") != "gelu") fields.unsupported("hidden_act", "gelu");
}

// Distances are exact and have no end.
void read_sinusoids(TransformerConfig& config, const JsonFields& fields) {
  if (fields.text("attn_type", "bi") != "bi") fields.unsupported("attn_type", "bi");
  if (natural_or_none(fields, "clamp_len") > 0) fields.unsupported("clamp_len", "-1");
  if (config.hidden % 2 != 0) fields.refuse(std::string(config.family->keys.hidden), "even");
  config.relative.span = config.positions;
  config.relative.of_queries = true;
}

}  // namespace

void read_relative_attention(TransformerConfig& config, const JsonFields& fields) {
  if (config.family->relative == Relative::kSinusoids) read_sinusoids(config, fields);
  if (config.family->relative != Relative::kDisentangled) return;
  if (!fields.flag("relative_attention", false)) {
    fields.at("relative_attention");
    fields.unsupported("relative_attention", "true");
  }
  if (fields.flag("talking_head", false)) fields.unsupported("talking_head", "false");
  if (fields.has("embedding_size") &&
      fields.integer("embedding_size", 1, kMostOfDistances) != config.hidden) {
    fields.unsupported("embedding_size", "that of hidden_size");
  }
  RelativeAttention& facts = config.relative;
  read_kinds(facts, fields);
  read_table(config, fields);
  read_convolution(config, fields);
  const int summands = 1 + (facts.of_queries ? 1 : 0) + (facts.of_keys ? 1 : 0);
  config.attention_scale /= std::sqrt(static_cast<float>(summands));
}

}  // namespace sonde
