#include "engine/config/rope_settings.h"

#include <utility>

namespace sonde {
namespace {

constexpr std::size_t kMostPositions = std::size_t{1} << 20;

JsonFields object_of(const JsonFields& fields, const std::string& key) {
  if (!fields.has(key)) return {nlohmann::json::object(), fields.file()};
  if (!fields.at(key).is_object()) fields.refuse(key, "an object or null");
  return {fields.at(key), fields.file()};
}

nlohmann::json parameters_of(const JsonFields& config, const RopeDefaults& defaults,
                             std::string_view layer_type, const IgnoredKeys& ignored) {
  if (!config.has("rope_parameters")) return nlohmann::json::object();
  const auto all = object_of(config, "rope_parameters");
  if (!defaults.by_layer_type()) return config.at("rope_parameters");
  all.skip({kFullAttention, kSlidingAttention});
  check_other_keys(all, {}, ignored);
  const std::string type(layer_type);
  object_of(all, type);  // throws
  return all.has(type) ? all.at(type) : nlohmann::json::object();
}

RopeSettings settings_of(const JsonFields& config, const RopeDefaults& defaults,
                         nlohmann::json own) {
  return {config, {std::move(own), config.file()}, defaults.by_layer_type(), defaults.original};
}

}  // namespace

double RopeSettings::positive(const std::string& key, std::optional<double> otherwise) const {
  if (!otherwise && !own.has(key)) own.at(key);  // throws
  const double value = own.number(key, otherwise.value_or(0));
  if (value <= 0) own.refuse(key, "more than 0");
  return value;
}

// config.json's own comes before a member, except with an object for each type of layer.
std::size_t RopeSettings::original(std::size_t otherwise) const {
  const std::string key(kOriginalPositions);
  const bool own_has = own.has(key);
  if (!of_layer_type && config.has(key)) return config.integer(key, 2, kMostPositions);
  if (usual_original > 0) return usual_original;
  return own_has ? own.integer(key, 2, kMostPositions) : otherwise;
}

RopeSettings rope_settings(const JsonFields& config, const RopeDefaults& defaults,
                           std::string_view layer_type, const IgnoredKeys& ignored) {
  const auto scaling = object_of(config, "rope_scaling");
  auto own = parameters_of(config, defaults, layer_type, ignored);
  const bool applies =
      layer_type == kFullAttention || !defaults.by_layer_type() || defaults.scales_local;
  if (applies && !scaling.names().empty()) {
    if (!defaults.by_layer_type()) own = nlohmann::json::object();
    for (const auto& name : scaling.names()) own[name] = scaling.raw(name);
  }
  return settings_of(config, defaults, std::move(own));
}

RopeSettings without_scaling(const JsonFields& config, const RopeDefaults& defaults,
                             std::string_view layer_type, const IgnoredKeys& ignored) {
  return settings_of(config, defaults, parameters_of(config, defaults, layer_type, ignored));
}

}  // namespace sonde
