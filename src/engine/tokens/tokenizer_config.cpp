#include "engine/tokens/tokenizer_config.h"

namespace sonde {

std::optional<bool> read_cuts_left(const JsonFields& config) {
  if (!config.has("truncation_side")) return std::nullopt;
  const std::string side = config.text("truncation_side");
  if (side != "left" && side != "right") config.unsupported("truncation_side", "left, right");
  return side == "left";
}

std::string read_mask_token(const JsonFields& fields) {
  if (!fields.has("mask_token")) return {};
  const auto& token = fields.at("mask_token");
  if (token.is_string()) return fields.text("mask_token");
  return JsonFields(token, fields.file()).text("content");
}

}  // namespace sonde
