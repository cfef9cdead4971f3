#include "engine/config/rope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/counted.h"
#include "engine/config/rope_settings.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostAngles = std::size_t{1} << 27;

double read_theta(const RopeSettings& fields, const RopeDefaults& defaults,
                  std::string_view layer_type) {
  if (fields.own.has("rope_theta")) return fields.positive("rope_theta", {});
  const bool local = layer_type == kSlidingAttention && defaults.by_layer_type();
  const std::string key(local ? defaults.local_theta_key : defaults.theta_key);
  const double theta = fields.config.number(key, local ? defaults.local_theta : defaults.theta);
  if (theta <= 1) fields.config.refuse(key, "more than 1");
  return theta;
}

// Whether a share of a head's numbers can't be rotated in pairs.
bool has_no_pairs(double share, std::size_t numbers) {
  return share <= 0 || share > 1 || numbers < 2 || numbers % 2 != 0;
}

std::size_t rotated_numbers(const RopeSettings& fields, const RopeDefaults& defaults,
                            std::size_t head_width) {
  constexpr std::string_view kUsual = "partial_rotary_factor";
  const bool is_own = fields.own.has(std::string(kUsual));
  const JsonFields& from = is_own ? fields.own : fields.config;
  const std::string name(is_own ? kUsual : defaults.share_key);
  const double share = name.empty() ? defaults.share : from.number(name, defaults.share);
  if (name == kUsual && !defaults.reads_share && share != 1) from.unsupported(name, "1");
  const auto numbers = static_cast<std::size_t>(static_cast<double>(head_width) * share);
  if (has_no_pairs(share, numbers)) {
    if (!name.empty() && from.has(name)) {
      from.refuse(name, "a share of the head's numbers that gives pairs");
    }
    fields.config.refuse("hidden_size", "one of heads with an even number of numbers");
  }
  return numbers;
}

void scale_linear(Rope& rope, const RopeSettings& fields, double, std::size_t) {
  const double factor = fields.positive("factor", {});
  for (double& frequency : rope.frequencies) frequency /= factor;
}

// The base grows with texts longer than `positions`, which is as long as sonde's become.
void scale_dynamic(Rope&, const RopeSettings& fields, double, std::size_t) {
  fields.positive("factor", {});
}

void scale_llama3(Rope& rope, const RopeSettings& fields, double, std::size_t) {
  const double factor = fields.positive("factor", {});
  const double low = fields.positive("low_freq_factor", {});
  const double high = fields.positive("high_freq_factor", {});
  if (high <= low) fields.own.refuse("high_freq_factor", "more than low_freq_factor");
  const auto original = static_cast<double>(fields.original(rope.positions));
  for (double& frequency : rope.frequencies) {
    const double turns = original * frequency / (2 * std::numbers::pi);
    const double kept = std::clamp((turns - low) / (high - low), 0.0, 1.0);
    frequency *= kept + (1 - kept) / factor;
  }
}

// The length scale of YaRN's temperature (Peng et al., 2023, eq. 22).
double yarn_scale(double factor, double weight) {
  return factor <= 1 ? 1 : 0.1 * weight * std::log(factor) + 1;
}

double yarn_temperature(const RopeSettings& fields, double factor) {
  const double weight = fields.own.number("mscale", 0),
               all = fields.own.number("mscale_all_dim", 0);
  if (fields.own.has("attention_factor")) return fields.positive("attention_factor", {});
  if (weight == 0 || all == 0) return yarn_scale(factor, 1);
  return yarn_scale(factor, weight) / yarn_scale(factor, all);
}

// Peng et al., 2023: pairs that turn often stay, those that turn rarely are interpolated.
void scale_yarn(Rope& rope, const RopeSettings& fields, double theta, std::size_t numbers) {
  const std::size_t original = fields.original(rope.positions);
  const double length = static_cast<double>(original);
  const double factor = fields.positive("factor", static_cast<double>(rope.positions) / length);
  rope.scale = yarn_temperature(fields, factor);
  const auto pair_of = [&](double turns) {
    return static_cast<double>(numbers) * std::log(length / (turns * 2 * std::numbers::pi)) /
           (2 * std::log(theta));
  };
  double low = pair_of(fields.positive("beta_fast", 32));
  double high = pair_of(fields.positive("beta_slow", 1));
  const bool truncates = fields.own.flag("truncate", true);
  if (!truncates && fields.of_layer_type) fields.own.unsupported("truncate", "true");
  if (truncates) low = std::floor(low), high = std::ceil(high);
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(numbers) - 1);
  if (low == high) high += 0.001;
  for (std::size_t i = 0; i < rope.frequencies.size(); ++i) {
    const double slow = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    rope.frequencies[i] *= slow / factor + 1 - slow;
  }
}

// Ding et al., 2024: a factor a pair, another list of them for texts longer than in training.
void scale_longrope(Rope& rope, const RopeSettings& fields, double, std::size_t) {
  const std::size_t original = fields.original(rope.positions);
  const double longer = static_cast<double>(rope.positions) / static_cast<double>(original);
  const double factor = fields.positive("factor", longer);
  const double usual =
      factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(static_cast<double>(original)));
  rope.scale = fields.positive("attention_factor", usual);
  const std::string key = "short_factor";
  const auto& factors = fields.own.at(key);
  if (!factors.is_array() || factors.size() != rope.frequencies.size()) {
    fields.own.refuse(key, "a list of " + counted(rope.frequencies.size(), "number"));
  }
  for (std::size_t i = 0; i < rope.frequencies.size(); ++i) {
    if (!factors[i].is_number() || factors[i].get<double>() <= 0) {
      fields.own.refuse(key, "a list of numbers above 0");
    }
    rope.frequencies[i] /= factors[i].get<double>();
  }
  fields.own.skip({"long_factor"});  // for texts that are cut
  rope.positions = std::min(rope.positions, original);
}

struct Scaling {
  std::string_view name;
  void (*scale)(Rope& rope, const RopeSettings& fields, double theta, std::size_t numbers);
};

// `su` is what early Phi-3 called longrope.
constexpr std::array<Scaling, 7> kScalings{{
    {"default", [](Rope&, const RopeSettings&, double, std::size_t) {}},
    {"linear", scale_linear},
    {"dynamic", scale_dynamic},
    {"llama3", scale_llama3},
    {"yarn", scale_yarn},
    {"longrope", scale_longrope},
    {"su", scale_longrope},
}};

bool reads_scaling(const RopeDefaults& defaults, const Scaling& row) {
  return !defaults.longrope_alone || row.name == "default" || row.scale == scale_longrope;
}

const Scaling& scaling_of(const RopeSettings& fields, const RopeDefaults& defaults) {
  const std::string key = fields.own.has("rope_type") ? "rope_type" : "type";
  std::string name = fields.own.text(key, "default"), known;
  if (defaults.longrope_alone && name == "yarn") name = "longrope";
  for (const auto& row : kScalings) {
    if (!reads_scaling(defaults, row)) continue;
    if (row.name == name) return row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  fields.own.unsupported(key, known);
}

Rope rope_of(const RopeSettings& own, const RopeDefaults& defaults, const RopePlace& place) {
  const double theta = read_theta(own, defaults, place.layer_type);
  const std::size_t numbers = rotated_numbers(own, defaults, place.head_width);
  Rope rope{{}, 1, place.positions};
  for (std::size_t i = 0; i < numbers; i += 2) {
    rope.frequencies.push_back(
        std::pow(theta, -static_cast<double>(i) / static_cast<double>(numbers)));
  }
  scaling_of(own, defaults).scale(rope, own, theta, numbers);
  check_other_keys(own.own, {"type"}, place.ignored);
  return rope;
}

}  // namespace

Rope read_rope(const JsonFields& fields, const RopeDefaults& defaults, const RopePlace& place) {
  fields.skip({"rope_parameters", "rope_scaling", defaults.theta_key, defaults.local_theta_key,
               defaults.share_key});
  if (!defaults.by_layer_type()) fields.skip({kOriginalPositions});
  Rope rope =
      rope_of(rope_settings(fields, defaults, place.layer_type, place.ignored), defaults, place);
  if (fields.has("rope_parameters") && fields.has("rope_scaling")) {
    const auto alone = without_scaling(fields, defaults, place.layer_type, place.ignored);
    if (rope_of(alone, defaults, place) != rope) {
      fields.unsupported("rope_scaling", "null next to rope_parameters, or the same");
    }
  }
  if (rope.positions * rope.frequencies.size() > kMostAngles) {
    throw input_error("has " + counted(rope.positions, "position") + " for heads of " +
                          counted(place.head_width, "number"),
                      {fields.file()}, "their rotation would take more memory than the model");
  }
  return rope;
}

}  // namespace sonde
