#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "outside/http/json_server.h"
#include "sonde/maker.h"
#include "sonde/subject.h"

namespace sonde {

// The value of a variable in the caller's environment, empty if it is unset.
using Variable = std::function<std::string(const std::string&)>;

// Options for any server of JSON, and for a chat server besides its temperature and ledger.
std::span<const MakerOption> server_option_table();
std::span<const MakerOption> chat_option_table();

// A number in [low, high]. Errors: kUsage.
double bounded(Options& given, const std::string& key, double otherwise, double low, double high);

// The key, the times and the tries. Requests go to `url`. Errors: kUsage, kInput for a key file.
JsonServerOptions read_server_options(Options& given, const std::string& url,
                                      const Variable& variable);

struct ChatOptions {
  JsonServerOptions server;  // without note and stop
  std::string model;
  nlohmann::json parameters;  // sent with each question
  std::optional<std::uint64_t> seed;
  std::uint64_t draws = 3;  // per question, until an answer can be used
  std::size_t parallel = 4;
};

// All of the chat server's options but the ledger. Errors: as read_server_options().
ChatOptions read_chat_options(Options& given, double temperature, const Variable& variable);

}  // namespace sonde
