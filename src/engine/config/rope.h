#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config_keys.h"
#include "engine/config/json_fields.h"

namespace sonde {

// Types of layers.
inline constexpr std::string_view kFullAttention = "full_attention",
                                  kSlidingAttention = "sliding_attention";

// Rotary position embeddings (Su et al., 2021): for each pair of a head's numbers, i and i +
// frequencies.size(), how far a token turns it. Numbers after these pairs stay as they are.
struct Rope {
  std::vector<double> frequencies;  // radians a token
  double scale = 1;                 // for the rotated numbers
  std::size_t positions = 0;        // tokens for which this holds

  bool operator==(const Rope&) const = default;
};

// Defaults of the family for keys missing in config.json.
struct RopeDefaults {
  std::string_view theta_key = "rope_theta";
  std::string_view share_key{};  // empty: whole heads turn
  double theta = 10000;
  double share = 1;          // share of a head's numbers that turn
  bool reads_share = false;  // also as `partial_rotary_factor` in `rope_parameters`
  // Key and default for layers with a window, whose settings then are separate. Empty: as the
  // others.
  std::string_view local_theta_key{};
  double local_theta = 10000;
  bool scales_local = false;    // `rope_scaling` is for layers with a window too
  bool longrope_alone = false;  // the only scaling, which `yarn` means too
  std::size_t original = 0;     // `original_max_position_embeddings` (0: all positions)

  bool by_layer_type() const { return !local_theta_key.empty(); }
};

// The layers whose rope is read.
struct RopePlace {
  std::string_view layer_type;
  std::size_t head_width = 0;
  std::size_t positions = 0;
  const IgnoredKeys& ignored;
};

// Reads `rope_parameters`, or `rope_theta` and `rope_scaling`, as transformers does. Scaling that
// begins with long texts makes `positions` those before it. Errors: kInput for an unknown kind of
// scaling, bad numbers, and members that this kind of scaling does not read.
Rope read_rope(const JsonFields& fields, const RopeDefaults& defaults, const RopePlace& place);

}  // namespace sonde
