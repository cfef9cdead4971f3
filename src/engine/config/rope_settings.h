#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/config/rope.h"

namespace sonde {

inline constexpr std::string_view kOriginalPositions = "original_max_position_embeddings";

// The settings of one rope.
struct RopeSettings {
  const JsonFields& config;  // all of config.json
  JsonFields own;            // members of `rope_parameters` or `rope_scaling`
  bool of_layer_type;        // one of several objects in `rope_parameters`
  std::size_t usual_original;

  // A missing member has the value `otherwise`, or is refused without one.
  double positive(const std::string& key, std::optional<double> otherwise) const;
  // Tokens of the texts in training.
  std::size_t original(std::size_t otherwise) const;
};

// Members that apply to layers of this type, as transformers 5 chooses them: families with two
// bases have `rope_parameters` for each type of layer, to which `rope_scaling` adds. Elsewhere
// `rope_scaling` replaces `rope_parameters`. Errors: kInput for members that belong to neither.
RopeSettings rope_settings(const JsonFields& config, const RopeDefaults& defaults,
                           std::string_view layer_type, const IgnoredKeys& ignored);

// The same without `rope_scaling`.
RopeSettings without_scaling(const JsonFields& config, const RopeDefaults& defaults,
                             std::string_view layer_type, const IgnoredKeys& ignored);

}  // namespace sonde
