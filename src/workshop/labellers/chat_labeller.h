#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "outside/chat.h"
#include "outside/http/json_server.h"
#include "workshop/labellers/role_labeller.h"

namespace sonde {

struct ChatLabellerOptions {
  JsonServerOptions server{};
  std::string model{};
  nlohmann::json parameters = nlohmann::json::object();  // sent with each question
  std::optional<std::uint64_t> seed{};                   // sent, one more with each draw
  std::uint64_t draws = 3;         // per sentence, until an answer can be used
  std::size_t parallel = 4;        // questions at once
  std::filesystem::path ledger{};  // stores every answer: its question is not sent again
};

// Requests each sentence's roles from an OpenAI-compatible chat server, after the study's
// instruction to GPT-4 (section 8.2.2) in our words. Errors of label(): those of StoredReplies.
std::unique_ptr<RoleLabeller> make_chat_labeller(ChatLabellerOptions options);

struct ChatFrame {
  RoleFrame frame;
  std::size_t refused = 0;  // phrases that do not occur in the sentence
};

// The frame that an answer holds somewhere as a JSON object of roles. Nothing if it doesn't, was
// cut short or is a refusal. Phrases are as the sentence has them.
std::optional<ChatFrame> chat_frame_of(const ChatAnswer& answer, std::string_view sentence);

}  // namespace sonde
