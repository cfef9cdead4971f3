#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// A question to an OpenAI-compatible chat server.
struct ChatQuestion {
  std::string model;
  std::string system;  // empty: no system message
  std::string user;
  nlohmann::json parameters;  // an object: temperature, seed, ...
};

// The URL for requests to a server of this base URL (".../v1", with or without "?api-version=1").
std::string chat_url(const std::string& base);

// The request's body: the same text for the same question.
std::string chat_request(const ChatQuestion& question);

struct ChatAnswer {
  std::string text;                     // unchanged, empty if the server gives none
  std::string refusal;                  // the model's, if it gives one with its text
  std::string model;                    // the server's name of it (may be empty)
  std::string finish;                   // why it ended: "stop", "length", ... (may be empty)
  std::optional<std::int64_t> created;  // seconds since 1970, by the server's clock
};

// Errors: kOutside at `url` for anything but an answer of a chat server.
ChatAnswer read_chat_answer(std::string_view body, const std::string& url);

}  // namespace sonde
