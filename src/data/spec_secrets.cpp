#include "data/spec_secrets.h"

#include <algorithm>
#include <array>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 19> kNames{
    "key",         "apikey",       "accesskey",   "secretkey", "subscriptionkey",
    "token",       "apitoken",     "accesstoken", "authtoken", "bearertoken",
    "secret",      "clientsecret", "passwd",      "password",  "authorization",
    "credentials", "sig",          "auth",        "passphrase"};

// How services begin their keys, and how long what follows is at least.
struct KeyForm {
  std::string_view start;
  std::size_t rest;
};
constexpr std::array kForms{
    KeyForm{"sk-", 16},         KeyForm{"hf_", 20},   KeyForm{"ghp_", 20},   KeyForm{"gsk_", 20},
    KeyForm{"github_pat_", 20}, KeyForm{"AKIA", 16},  KeyForm{"AIza", 30},   KeyForm{"xoxb-", 16},
    KeyForm{"xoxp-", 16},       KeyForm{"pplx-", 20}, KeyForm{"nvapi-", 20}, KeyForm{"jina_", 20},
    KeyForm{"voyage-", 30},     KeyForm{"eyJ", 40}};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// In lower case, without what words are joined with: "--API-Key" is "apikey".
std::string bare(std::string_view word) {
  std::string text;
  for (const char c : word) {
    if (c != '-' && c != '_') text += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return text;
}

bool is_key(std::string_view word) {
  return std::ranges::any_of(kForms, [&](const KeyForm& form) {
    return word.starts_with(form.start) && word.size() >= form.start.size() + form.rest;
  });
}

// "key=...", "--key ..." or "\"key\": ...".
bool gives_value(std::string_view before, std::string_view word, std::string_view after) {
  if (std::ranges::find(kNames, bare(word)) == kNames.end()) return false;
  const auto value = [](std::string_view text) {
    return text.size() > 1 && text.find_first_not_of(" \t\"'", 1) != text.npos;
  };
  if (after.starts_with('=')) return value(after);
  if (word.starts_with("--") && after.starts_with(' ')) return value(after);
  const auto colon = after.find_first_not_of("\"' ");
  const bool quoted = before.ends_with('"') || before.ends_with('\'');
  return quoted && colon != after.npos && after[colon] == ':';
}

// header=api-key=AZURE_KEY: the option takes names of variables.
bool names_variable(std::string_view before, std::string_view after) {
  const auto option = before.substr(before.find_last_of("?&") + 1);
  if (!option.starts_with("header=") || !after.starts_with('=')) return false;
  const auto name = after.substr(1, after.find_first_of(",&") - 1);
  return !name.empty() &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == name.npos;
}

bool has_password(std::string_view text) {
  for (auto at = text.find("://"); at != text.npos; at = text.find("://", at + 3)) {
    const auto host = text.substr(at + 3);
    if (host.substr(0, host.find_first_of("/?#& ")).find('@') != host.npos) return true;
  }
  return false;
}

bool has_secret(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_word(text[begin])) continue;
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const auto word = text.substr(begin, end - begin);
    const auto before = text.substr(0, begin), after = text.substr(end);
    if (is_key(word)) return true;
    if (gives_value(before, word, after) && !names_variable(before, after)) return true;
    begin = end;
  }
  return false;
}

}  // namespace

void refuse_secrets(std::string_view text) {
  if (has_password(text)) {
    throw usage_error("a URL in a specification holds a user or a password",
                      "give a server's key by key_env=NAME, the name of an environment variable");
  }
  if (!has_secret(text)) return;
  throw usage_error(
      "a specification contains a key or a password, which run files and reports would show",
      "put it into a variable of the environment: key_env=NAME takes its name, and "
      "programs inherit it");
}

}  // namespace sonde
