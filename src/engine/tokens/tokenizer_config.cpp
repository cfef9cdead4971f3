#include "engine/tokens/tokenizer_config.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sonde {
namespace {

constexpr std::array<std::string_view, 4> kWordPieceClasses{"BertTokenizer", "DistilBertTokenizer",
                                                            "ElectraTokenizer", "MPNetTokenizer"};

// The fast classes do the same as the others, and newer versions know these alone.
std::string class_of(const JsonFields& config, const std::string& otherwise) {
  constexpr std::string_view kFast = "Fast";
  std::string name = config.text("tokenizer_class", otherwise);
  if (name.ends_with(kFast)) name.resize(name.size() - kFast.size());
  return name;
}

}  // namespace

TokenizerSettings read_tokenizer_settings(const JsonFields& config, const std::string& otherwise) {
  // Texts that write out a special token would be split otherwise.
  if (config.flag("split_special_tokens", false)) {
    config.unsupported("split_special_tokens", "false");
  }
  TokenizerSettings settings;
  const std::string name = class_of(config, otherwise);
  if (std::ranges::count(kWordPieceClasses, name) > 0) {
    auto& normalizer = settings.normalizer.emplace();
    normalizer.lower_case = config.flag("do_lower_case", true);
    normalizer.split_chinese = config.flag("tokenize_chinese_chars", true);
    if (config.has("strip_accents")) normalizer.strip_accents = config.flag("strip_accents", true);
  }
  if (name == "RobertaTokenizer" || name == "BartTokenizer")
    settings.prefix_space = config.flag("add_prefix_space", false);
  return settings;
}

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
