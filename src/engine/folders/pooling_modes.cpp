#include "engine/folders/pooling_modes.h"

#include <algorithm>
#include <array>

#include "base/names.h"
#include "engine/folders/model_folder.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// In the order in which sentence-transformers puts several poolings side by side.
constexpr std::array<PoolingName, 8> kPoolings{{
    {Pooling::kCls, "cls", "cls", "pooling_mode_cls_token"},
    {Pooling::kMax, "max", "max", "pooling_mode_max_tokens"},
    {Pooling::kMean, "mean", "mean", "pooling_mode_mean_tokens"},
    {Pooling::kMeanSqrtLen, "mean_sqrt_len", "mean_sqrt_len_tokens",
     "pooling_mode_mean_sqrt_len_tokens"},
    {Pooling::kWeightedMean, "weightedmean", "weightedmean", "pooling_mode_weightedmean_tokens"},
    {Pooling::kLastToken, "lasttoken", "lasttoken", "pooling_mode_lasttoken"},
    {Pooling::kPooler, "pooler", "", ""},
    {Pooling::kMask, "mask", "", ""},
}};

// The name in sentence-transformers: its modes, or its older flags.
std::string mode_named(const JsonFields& fields, const std::string& name,
                       std::string_view PoolingName::* column) {
  std::vector<std::string> known;
  for (const auto& row : kPoolings) {
    if (row.mode.empty()) continue;
    if (row.*column == name) return std::string(row.mode);
    known.emplace_back(row.*column);
  }
  const std::string nearest = nearest_name(name, known);
  throw input_error(
      "unknown pooling '" + name + "'", {fields.file()},
      nearest.empty() ? "sonde supports " + first_of(known) : "the nearest is '" + nearest + "'");
}

}  // namespace

std::vector<std::string> pooling_modes(const JsonFields& fields) {
  std::vector<std::string> modes;
  if (!fields.has("pooling_mode")) {
    for (const auto& name : fields.names()) {
      if (name.starts_with("pooling_mode_") && fields.flag(name, false)) {
        modes.push_back(mode_named(fields, name, &PoolingName::legacy_flag));
      }
    }
    return modes;
  }
  const auto& given = fields.at("pooling_mode");
  for (const auto& mode : given.is_array() ? given : nlohmann::json::array({given})) {
    if (!mode.is_string()) fields.refuse("pooling_mode", "the name of a pooling, or several");
    modes.push_back(mode_named(fields, mode.get<std::string>(), &PoolingName::mode));
  }
  return modes;
}

std::span<const PoolingName> pooling_names() { return kPoolings; }

std::string_view name_of(Pooling pooling) {
  return std::ranges::find(kPoolings, pooling, &PoolingName::pooling)->name;
}

}  // namespace sonde
