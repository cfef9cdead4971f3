#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/config/family.h"
#include "engine/config/transformer_config.h"

namespace sonde {

std::span<const Family> families();

// Errors: kInput, naming the nearest known. `file` has the name. `own_code`: the folder brings
// custom code for it (`auto_map`).
const Family& find_family(std::string_view model_type, const std::string& file,
                          bool own_code = false);

// Without `states`, the encoder's. Errors: kInput for an unknown family, and those of
// transformer_config(). kUsage for `states` of a family without a decoder.
TransformerConfig read_transformer_config(const std::filesystem::path& config_json,
                                          const IgnoredKeys& ignored = {},
                                          std::optional<States> states = std::nullopt);

}  // namespace sonde
