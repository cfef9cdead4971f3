// The options of an encoder behind a server.
#pragma once

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "outside/embedding_api.h"
#include "outside/http/json_server.h"
#include "sonde/encoder.h"

namespace sonde {

// What the texts of a side are sent with.
struct ServedSide {
  std::string task, prompt;
  bool operator==(const ServedSide&) const = default;
};

struct ServedOptions {
  const EmbeddingApi* api;
  bool strict = false;
  std::string model{};
  std::string answers{};  // the name that the server gives the model
  std::string version{};
  std::size_t dimensions = 0;  // 0: the model's own
  std::string encoding = "float";
  nlohmann::json extra{};
  std::array<ServedSide, 2> sides{};
  std::size_t most_texts = 0, most_tokens = 0;  // in one request
  std::size_t parallel = 4;                     // requests at once
  JsonServerOptions server{};
};

// Errors: kUsage.
ServedOptions read_served_options(const Spec& spec, const EncoderContext& context);

}  // namespace sonde
