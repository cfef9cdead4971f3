#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "makers/fusion.h"
#include "outside/json_server.h"
#include "sonde/maker.h"

namespace sonde {

struct FusionOptions {
  std::string model;
  FusionPrompt prompt;
  double share = 0.5;         // the word limit's
  nlohmann::json parameters;  // sent with each question
  std::optional<std::uint64_t> seed;
  std::uint64_t draws = 3;  // of one question, until an answer can be used
  std::size_t parallel = 4;
  std::filesystem::path ledger;
  JsonServerOptions server;  // without note and stop
};

std::span<const MakerOption> fusion_option_table();

// Errors: kUsage, kInput for a file that cannot be read.
FusionOptions read_fusion_options(const MakeRequest& request);

// All of them that decide what comes out.
nlohmann::json fusion_origin(const FusionOptions& options);

}  // namespace sonde
