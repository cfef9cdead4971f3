#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "sonde/maker.h"
#include "workshop/makers/fusions/fusion.h"
#include "workshop/makers/server_options.h"

namespace sonde {

struct FusionOptions {
  ChatOptions chat;
  FusionPrompt prompt;
  double share = 0.5;  // the word limit's
  std::filesystem::path ledger;
};

std::span<const MakerOption> fusion_option_table();

// Errors: kUsage, kInput for a file that cannot be read.
FusionOptions read_fusion_options(const MakeRequest& request);

// All of them that decide what comes out.
nlohmann::json fusion_origin(const FusionOptions& options);

}  // namespace sonde
