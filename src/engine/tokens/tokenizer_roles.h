#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/json_fields.h"
#include "formats/json/json.h"

namespace sonde {

// In transformers' order. The language is mBART's.
enum class TokenRole { kBos, kEos, kUnk, kSep, kPad, kCls, kMask, kLanguage, kNone };
constexpr std::size_t kRoleCount = 7;

// The tokens that a class has if no file names others.
struct RoleTokens {
  std::array<std::string_view, kRoleCount> names{};  // empty: none
  bool mask_takes_space = false;                     // before it
  bool plainly = false;  // adds them once more, without rules about spaces
};

// The special tokens in a tokenizer's files other than tokenizer.json, as transformers takes them.
class Roles {
 public:
  // tokenizer_config.json, special_tokens_map.json, added_tokens.json and what `class_name` has.
  Roles(const JsonFields& config, const JsonFields& map, const JsonFields& added,
        const RoleTokens& usual, const std::string& class_name);

  const std::string& token(TokenRole role) const;  // may be empty

  // "decoder": tokens by id, in place of tokenizer.json's. "before": the same, behind those.
  // "named": tokens of roles and others, added if they are missing. "plainly": as `RoleTokens`.
  nlohmann::json added() const;

 private:
  void read_added_by_id(const JsonFields& config, const JsonFields& added);
  void read_roles(const JsonFields& config, const JsonFields& map, const RoleTokens& usual);
  void read_others(const JsonFields& config, const JsonFields& map, const std::string& class_name);
  void read_extra(const JsonFields& config, const JsonFields& map, const std::string& class_name);
  void name_own(const std::string& class_name, bool has_others);
  void name_all(const JsonFields& fields, const char* key);
  void name(const nlohmann::json& token, const std::string& file, bool takes_space = false);

  bool has_decoder_ = false;  // and then special_tokens_map.json does not count
  bool plainly_ = false;
  std::array<std::string, kRoleCount + 1> tokens_;
  nlohmann::json decoder_ = nlohmann::json::object(), named_ = nlohmann::json::array();
};

}  // namespace sonde
