#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// What is asked of an OpenAI-compatible chat server.
struct ChatQuestion {
  std::string model;
  std::string system;  // empty: no system message
  std::string user;
  nlohmann::json parameters;  // an object: temperature, seed, ...
};

// Where a server of this base URL (".../v1", with or without "?api-version=1") is asked.
std::string chat_url(const std::string& base);

// The request's body: the same text for the same question.
std::string chat_request(const ChatQuestion& question);

struct ChatAnswer {
  std::string text;                     // as it came; empty where the server gives none
  std::string refusal;                  // where the model says so beside its text
  std::string model;                    // that answered, by the server's word; may be empty
  std::string finish;                   // why it ended: "stop", "length", ...; may be empty
  std::optional<std::int64_t> created;  // seconds since 1970, by the server's clock
};

// Errors: kOutside at `url` for what is no answer of a chat server.
ChatAnswer read_chat_answer(std::string_view body, const std::string& url);

}  // namespace sonde
