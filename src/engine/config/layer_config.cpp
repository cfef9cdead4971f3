#include "engine/config/layer_config.h"
#include "base/counted.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {
namespace {

constexpr std::size_t kMostTokens = std::size_t{1} << 24;

std::size_t natural_or(const JsonFields& fields, std::string_view key, std::size_t otherwise) {
  const std::string name(key);
  return name.empty() || !fields.has(name) ? otherwise : fields.integer(name, 1, kMostTokens);
}

// Tokens less than this away are seen. transformers includes the bound of a window that counts both
// sides. Gemma 3 halves it first, and excludes the bound, if only its own key selects both sides.
std::size_t seen_within(const TransformerConfig& config, const JsonFields& fields,
                        std::size_t window) {
  const Family& family = *config.family;
  if (family.halved_window) return window / 2 + 1;
  if (!family.causal || config.causal) return window;
  const bool halved = family.halves_both_ways && fields.flag("use_bidirectional_attention", false);
  const bool excluded = halved && fields.flag("is_causal", true);
  return (halved ? window / 2 + 1 : window) + (excluded ? 0 : 1);
}

// 0: none. A null in config.json means 0. Without the key the family's default applies.
std::size_t read_window(const TransformerConfig& config, const JsonFields& fields) {
  const Family& family = *config.family;
  const std::string key(family.keys.window);
  const std::string on(family.keys.window_switch);
  if (key.empty() || (!on.empty() && !fields.flag(on, false))) return 0;
  const std::size_t usual = fields.names(key) ? 0 : family.default_window;
  const std::size_t window = natural_or(fields, key, usual);
  return window > 0 ? seen_within(config, fields, window) : 0;
}

bool slides(const Family& family, std::size_t layer, std::size_t rhythm) {
  switch (family.windows) {
    case Windows::kNone:
      return false;
    case Windows::kAll:
      return true;
    case Windows::kFrom:
      return layer >= rhythm;
    case Windows::kNotEach:
      return rhythm == 0 || (layer + 1) % rhythm != 0;
    case Windows::kNotFirst:
      return rhythm == 0 || layer % rhythm != 0;
  }
  return false;
}

// The types in config.json, else those the family assigns.
std::vector<std::string> layer_types(const TransformerConfig& config, const JsonFields& fields) {
  const Family& family = *config.family;
  const std::string key = "layer_types";
  std::vector<std::string> types;
  if (!fields.has(key)) {
    const std::size_t rhythm =
        natural_or(fields, family.keys.window_rhythm, family.default_window_rhythm);
    for (std::size_t layer = 0; layer < config.layers; ++layer) {
      types.emplace_back(slides(family, layer, rhythm) ? kSlidingAttention : kFullAttention);
    }
    return types;
  }
  const auto& list = fields.at(key);
  if (!list.is_array() || list.size() < config.layers) {
    fields.refuse(key, "a list of " + counted(config.layers, "name"));
  }
  for (const auto& type : list) {
    const bool windowed = type == kSlidingAttention && family.windows != Windows::kNone;
    if (type != kFullAttention && !windowed) {
      fields.unsupported(key, "full_attention, and sliding_attention where the family has windows");
    }
    types.push_back(type.get<std::string>());
  }
  return types;
}

// One for each type of layer, the same for both if they don't differ.
void read_ropes(TransformerConfig& config, const JsonFields& fields, bool both,
                const IgnoredKeys& ignored) {
  if (!config.family->rotates) return;
  for (const auto type : {kFullAttention, kSlidingAttention}) {
    if (type == kSlidingAttention && !both) continue;
    config.ropes.push_back(read_rope(fields, config.family->rope,
                                     {type, config.head_width, config.positions, ignored}));
  }
  for (const auto& rope : config.ropes) {
    config.positions = std::min(config.positions, rope.positions);
  }
}

// One number for each layer.
std::vector<double> numbers_of(const JsonFields& fields, const std::string& key,
                               std::size_t layers) {
  const auto& list = fields.at(key);
  constexpr double kMostHeads = 65536;  // and widenings
  const std::string want = "a list of " + counted(layers, "number") + " above 0";
  if (!list.is_array() || list.size() != layers) fields.refuse(key, want);
  std::vector<double> numbers;
  for (const auto& number : list) {
    const double value = number.is_number() ? number.get<double>() : 0;
    if (value <= 0 || value > kMostHeads) fields.refuse(key, want);
    numbers.push_back(value);
  }
  return numbers;
}

// To a multiple of `step`, not much below: OpenELM's make_divisible.
std::size_t rounded_width(double width, std::size_t step) {
  const auto unit = static_cast<double>(step);
  const double near = std::max(unit, std::floor((width + unit / 2) / unit) * unit);
  return static_cast<std::size_t>(near < 0.9 * width ? near + unit : near);
}

// OpenELM (Mehta et al., 2024, section 2): layers widen towards the last.
void read_sizes_by_layer(TransformerConfig& config, const JsonFields& fields) {
  for (const char* key : {"normalize_qk_projections", "ffn_with_glu"}) {
    if (!fields.flag(key, true)) fields.unsupported(key, "true");
  }
  const ConfigKeys& keys = config.family->keys;
  const std::string heads(keys.heads), key_heads(keys.key_value_heads);
  const auto queries = numbers_of(fields, heads, config.layers);
  const auto serving = numbers_of(fields, key_heads, config.layers);
  const auto widenings = numbers_of(fields, std::string(keys.intermediate), config.layers);
  const std::size_t step = fields.integer("ffn_dim_divisor", 1, kMostTokens);
  for (std::size_t layer = 0; layer < config.layers; ++layer) {
    LayerFacts& facts = config.layer_facts[layer];
    facts.heads = static_cast<std::size_t>(queries[layer]);
    facts.key_value_heads = static_cast<std::size_t>(serving[layer]);
    facts.intermediate = rounded_width(widenings[layer] * static_cast<double>(config.hidden), step);
    if (facts.key_value_heads == 0 || facts.heads % facts.key_value_heads != 0) {
      fields.refuse(key_heads, "divisors of " + heads);
    }
  }
  config.heads = config.layer_facts.back().heads;
  config.key_value_heads = config.layer_facts.back().key_value_heads;
  config.intermediate = config.layer_facts.back().intermediate;
}

}  // namespace

void read_layer_facts(TransformerConfig& config, const JsonFields& fields,
                      const IgnoredKeys& ignored) {
  const auto types = layer_types(config, fields);
  const bool some_slide = std::ranges::count(types, kSlidingAttention) > 0;
  const ConfigKeys& keys = config.family->keys;
  fields.skip({keys.window, keys.window_switch, keys.window_rhythm});
  const std::size_t window = some_slide ? read_window(config, fields) : 0;
  read_ropes(config, fields, some_slide, ignored);
  for (std::size_t layer = 0; layer < config.layers; ++layer) {
    const bool local = types[layer] == kSlidingAttention;
    config.layer_facts.push_back({config.heads, config.key_value_heads, config.intermediate,
                                  local ? window : 0, local && config.ropes.size() > 1 ? 1U : 0U});
  }
  if (config.family->sizes_by_layer) read_sizes_by_layer(config, fields);
}

}  // namespace sonde
