#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/json_fields.h"

namespace sonde {

// Rotary position embeddings (Su et al., 2021): for each pair of a head's numbers, i and i +
// frequencies.size(), how far a token turns it. Numbers after these pairs stay as they are.
struct Rope {
  std::vector<double> frequencies;  // radians a token
  double scale = 1;                 // for the rotated numbers
  std::size_t positions = 0;        // tokens for which this holds
};

// Defaults of the family for keys missing in config.json.
struct RopeDefaults {
  std::string_view theta_key = "rope_theta";
  std::string_view share_key = "partial_rotary_factor";
  double theta = 10000;
  double share = 1;  // share of a head's numbers that turn
  // Key and default for layers with a window. Empty: as the
  // others.
  std::string_view local_theta_key{};
  double local_theta = 10000;
};

// Reads layers of this type (`full_attention`, `sliding_attention`), from `rope_parameters`, or
// `rope_theta` and `rope_scaling`, as transformers does. Scaling that begins with long texts makes
// `positions` those before it. Errors: kInput for an unknown kind of scaling and bad numbers.
Rope read_rope(const JsonFields& fields, const RopeDefaults& defaults, std::string_view layer_type,
               std::size_t head_width, std::size_t positions);

}  // namespace sonde
