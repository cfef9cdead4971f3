#include "engine/tokens/tokenizer_roles.h"

#include <algorithm>

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, kRoleCount> kRoleKeys{
    "bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"};
constexpr const char* kExtra = "extra_special_tokens";
constexpr const char* kAdditional = "additional_special_tokens";

// mBART's, which are added whatever the folder has.
constexpr std::array<std::string_view, 25> kLanguages{
    "ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN",
    "hi_IN", "it_IT", "ja_XX", "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP",
    "nl_XX", "ro_RO", "ru_RU", "si_LK", "tr_TR", "vi_VN", "zh_CN"};
constexpr int kT5Extra = 100;

json as_added(const json& token, const std::string& file, bool takes_space) {
  // A class makes a token that takes the space before it from a name, and normalizes it.
  if (token.is_string()) {
    return {{"content", token}, {"single_word", false},      {"lstrip", takes_space},
            {"rstrip", false},  {"normalized", takes_space}, {"special", true}};
  }
  const JsonFields parts(token, file);
  const bool special = parts.flag("special", false);
  return {{"content", parts.text("content")},
          {"single_word", parts.flag("single_word", false)},
          {"lstrip", parts.flag("lstrip", false)},
          {"rstrip", parts.flag("rstrip", false)},
          {"normalized", parts.flag("normalized", !special)},
          {"special", special}};
}

std::string content_of(const json& token, const std::string& file) {
  return token.is_string() ? token.get<std::string>() : JsonFields(token, file).text("content");
}

// A name, or an object as transformers saves a token with its rules.
bool is_token(const json& value) {
  return value.is_string() || (value.contains("__type") && value.at("__type") == "AddedToken");
}

// Tokens that a class adds by itself unless the folder names others.
std::vector<std::string> own_extra(const std::string& class_name) {
  if (class_name == "XLNetTokenizer") return {"<eop>", "<eod>"};
  if (class_name == "CamembertTokenizer") return {"<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"};
  if (class_name == "MBartTokenizer") return {kLanguages.begin(), kLanguages.end()};
  std::vector<std::string> extra;
  if (class_name != "T5Tokenizer") return extra;
  for (int i = 0; i < kT5Extra; ++i) extra.push_back("<extra_id_" + std::to_string(i) + ">");
  return extra;
}

}  // namespace

Roles::Roles(const JsonFields& config, const JsonFields& map, const JsonFields& added,
             const RoleTokens& usual, const std::string& class_name)
    : has_decoder_(config.has("added_tokens_decoder")), plainly_(usual.plainly) {
  read_added_by_id(config, added);
  read_roles(config, map, usual);
  read_others(config, map, class_name);
  tokens_[kRoleCount] = config.text("src_lang", "en_XX");
}

const std::string& Roles::token(TokenRole role) const {
  return tokens_.at(static_cast<std::size_t>(role));
}

json Roles::added() const {
  return {
      {has_decoder_ ? "decoder" : "before", decoder_}, {"named", named_}, {"plainly", plainly_}};
}

void Roles::read_added_by_id(const JsonFields& config, const JsonFields& added) {
  if (has_decoder_) {
    const JsonFields decoder(config.at("added_tokens_decoder"), config.file());
    for (const auto& id : decoder.names()) {
      decoder_[id] = as_added(decoder.at(id), config.file(), false);
    }
    return;
  }
  for (const auto& token : added.names()) {
    const auto id = std::to_string(added.integer(token, 0, INT32_MAX));
    decoder_[id] = as_added({{"content", token}}, added.file(), false);
  }
}

void Roles::read_roles(const JsonFields& config, const JsonFields& map, const RoleTokens& usual) {
  for (std::size_t role = 0; role < kRoleCount; ++role) {
    const std::string key(kRoleKeys.at(role));
    const bool takes_space = key == "mask_token" && usual.mask_takes_space;
    json token = std::string(usual.names.at(role));
    std::string file = config.file();
    for (const JsonFields* fields : {&config, &map}) fields->skip({key});
    if (config.names(key)) token = config.raw(key);
    if (!has_decoder_ && map.names(key)) token = map.raw(key), file = map.file();
    if (token.is_null() || token == "") continue;
    tokens_.at(role) = content_of(token, file);
    name(token, file, takes_space);
  }
}

void Roles::read_others(const JsonFields& config, const JsonFields& map,
                        const std::string& class_name) {
  std::vector<const JsonFields*> files{&config};
  if (!has_decoder_) files.push_back(&map);
  for (const JsonFields* fields : files) {
    for (const auto& key : fields->names()) {
      const auto& value = fields->raw(key);
      const bool is_role = std::ranges::count(kRoleKeys, key) > 0;
      if (is_role || !key.ends_with("_token") || !is_token(value)) continue;
      fields->skip({key});
      name(value, fields->file());
    }
  }
  read_extra(config, map, class_name);
}

// `additional_special_tokens` is the older name, and counts without the newer one alone.
void Roles::read_extra(const JsonFields& config, const JsonFields& map,
                       const std::string& class_name) {
  const bool is_newer = config.has(kExtra) && !config.at(kExtra).empty();
  name_all(config, is_newer ? kExtra : kAdditional);
  bool has_extra = config.names(kExtra) || config.has(kAdditional);
  if (has_decoder_) return name_own(class_name, has_extra);
  name_all(map, kExtra);
  has_extra = has_extra || map.has(kExtra);
  if (!has_extra) name_all(map, kAdditional);
  const bool adds_to_older = class_name == "MBartTokenizer" || class_name == "T5Tokenizer";
  name_own(class_name, has_extra || (map.has(kAdditional) && !adds_to_older));
}

void Roles::name_own(const std::string& class_name, bool has_others) {
  if (has_others) return;
  for (const auto& token : own_extra(class_name)) name(token, class_name);
}

void Roles::name_all(const JsonFields& fields, const char* key) {
  if (!fields.has(key)) return;
  for (const auto& token : fields.at(key)) name(token, fields.file());
}

void Roles::name(const json& token, const std::string& file, bool takes_space) {
  named_.push_back(as_added(token, file, takes_space));
}

}  // namespace sonde
