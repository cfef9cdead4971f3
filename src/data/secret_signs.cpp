#include "data/secret_signs.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using Words = std::span<const std::string_view>;

// Ends of names, whatever comes before: PGPASSWORD, x-api-key.
constexpr std::string_view kEndings[]{
    "password",    "passwd",        "passphrase",   "passcode",    "secret",
    "apikey",      "accesskey",     "secretkey",    "privatekey",  "subscriptionkey",
    "apitoken",    "accesstoken",   "authtoken",    "bearertoken", "credential",
    "credentials", "authorization", "amzsignature", "sshpass"};
// Last words of names: DB_PASS, --hf-token.
constexpr std::string_view kLastWords[]{"key",  "token",  "pass", "pwd", "pw",
                                        "auth", "bearer", "sig",  "jwt"};
// One of these before its last word gives a name another meaning: pad-token, first-pass.
constexpr std::string_view kHarmless[]{
    "no",      "pad",     "eos",    "bos",     "sep",       "cls",      "mask",      "unk",
    "start",   "end",     "stop",   "first",   "last",      "second",   "next",      "new",
    "image",   "query",   "max",    "min",     "num",       "per",      "by",        "one",
    "two",     "single",  "multi",  "special", "prefix",    "suffix",   "text",      "sort",
    "id",      "label",   "public", "field",   "index",     "column",   "data",      "json",
    "dict",    "group",   "row",    "item",    "cache",     "title",    "score",     "document",
    "doc",     "input",   "output", "vector",  "embedding", "sentence", "sentences", "feature",
    "primary", "foreign", "pass"};
constexpr std::string_view kPlainValues[]{"true", "false", "yes", "no",  "none",
                                          "null", "on",    "off", "auto"};
constexpr std::string_view kFolders[]{"./", "../", "~/"};
constexpr std::string_view kFileEndings[]{".pem",  ".key",  ".crt", ".txt",
                                          ".json", ".toml", ".env", ".yaml"};

// Prefixes of services' keys, and the minimum length of what follows.
struct KeyForm {
  std::string_view start;
  std::size_t rest;
};
constexpr std::array kForms{
    KeyForm{"sk-", 16},      KeyForm{"sk_live_", 16},    KeyForm{"sk_test_", 16},
    KeyForm{"rk_live_", 16}, KeyForm{"hf_", 20},         KeyForm{"ghp_", 20},
    KeyForm{"gho_", 20},     KeyForm{"ghu_", 20},        KeyForm{"ghs_", 20},
    KeyForm{"ghr_", 20},     KeyForm{"github_pat_", 20}, KeyForm{"glpat-", 16},
    KeyForm{"gldt-", 16},    KeyForm{"glrt-", 16},       KeyForm{"gsk_", 20},
    KeyForm{"AKIA", 16},     KeyForm{"ASIA", 16},        KeyForm{"AIza", 30},
    KeyForm{"GOCSPX-", 20},  KeyForm{"xoxb-", 16},       KeyForm{"xoxp-", 16},
    KeyForm{"xoxa-", 16},    KeyForm{"xoxr-", 16},       KeyForm{"xoxs-", 16},
    KeyForm{"xapp-", 16},    KeyForm{"pplx-", 20},       KeyForm{"nvapi-", 20},
    KeyForm{"jina_", 20},    KeyForm{"voyage-", 30},     KeyForm{"xai-", 30},
    KeyForm{"npm_", 30},     KeyForm{"pypi-", 40},       KeyForm{"dop_v1_", 40},
    KeyForm{"r8_", 30},      KeyForm{"tvly-", 16},       KeyForm{"dckr_pat_", 20},
    KeyForm{"api_org_", 20}, KeyForm{"shpat_", 20},      KeyForm{"ATATT3", 30},
    KeyForm{"eyJ", 40},      KeyForm{"SG.", 30},         KeyForm{"hvs.", 20},
    KeyForm{"ya29.", 20}};

// Options of programs that take a password: in the same argument, in the next, or as USER:PASSWORD.
enum class Given { kAttached, kNext, kPair };
struct ProgramOption {
  std::string_view program, option;  // empty: any program
  Given given;
};
constexpr std::array kProgramOptions{ProgramOption{"mysql", "-p", Given::kAttached},
                                     ProgramOption{"mariadb", "-p", Given::kAttached},
                                     ProgramOption{"7z", "-p", Given::kAttached},
                                     ProgramOption{"sshpass", "-p", Given::kAttached},
                                     ProgramOption{"sshpass", "-p", Given::kNext},
                                     ProgramOption{"redis-cli", "-a", Given::kNext},
                                     ProgramOption{"ldapsearch", "-w", Given::kNext},
                                     ProgramOption{"zip", "-P", Given::kNext},
                                     ProgramOption{"unzip", "-P", Given::kNext},
                                     ProgramOption{"", "-u", Given::kPair},
                                     ProgramOption{"", "-U", Given::kPair},
                                     ProgramOption{"", "--user", Given::kPair},
                                     ProgramOption{"", "--proxy-user", Given::kPair},
                                     ProgramOption{"", "--userpwd", Given::kPair}};

bool is_one_of(Words words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_word(char c) {
  return ascii::is_upper(c) || ascii::is_lower(c) || ascii::is_digit(c) || c == '_' || c == '-';
}

// "--API-Key" and "apiKey" are "api" and "key".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool new_word =
        c == '-' || c == '_' || (i > 0 && ascii::is_upper(c) && ascii::is_lower(name[i - 1]));
    if (new_word && !words.back().empty()) words.emplace_back();
    if (c != '-' && c != '_') words.back() += ascii::lower(c);
  }
  return words;
}

bool has_ending(const std::vector<std::string>& words) {
  std::string bare;
  for (const auto& word : words) bare += word;
  return std::ranges::any_of(kEndings, [&](auto ending) { return bare.ends_with(ending); });
}

bool names_secret(std::string_view name) {
  const auto words = words_of(name);
  if (words.front() == "no") return false;
  if (has_ending(words)) return true;
  if (!is_one_of(kLastWords, words.back())) return false;
  return words.size() < 2 || !is_one_of(kHarmless, words[words.size() - 2]);
}

// A flag, a short number, a variable or a file.
bool is_harmless(std::string_view value) {
  constexpr std::size_t kShort = 3;
  if (value.empty() || value.front() == '$' || is_one_of(kPlainValues, value)) return true;
  if (value.size() <= kShort && std::ranges::all_of(value, ascii::is_digit)) return true;
  const auto starts = [&](auto start) { return value.starts_with(start); };
  const auto ends = [&](auto end) { return value.ends_with(end); };
  return std::ranges::any_of(kFolders, starts) || std::ranges::any_of(kFileEndings, ends);
}

// The value at the start of a text, without its quotes.
std::string_view value_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n\"'\\"), text.size()));
  return text.substr(0, text.find_first_of(" \t\n\"'&,}"));
}

bool is_quoted(std::string_view before) { return before.ends_with('"') || before.ends_with('\''); }

// "\"key\": ...", 'X-Api-Key: ...' and, for a name of one meaning, api_key:...
bool gives_after_colon(std::string_view before, std::string_view word, std::string_view after) {
  const auto colon = after.find_first_not_of("\"'\\ ");
  if (colon == after.npos || after[colon] != ':') return false;
  const auto value = after.substr(colon + 1);
  if (is_quoted(before)) return !is_harmless(value_of(value));
  const bool close = colon == 0 && !value.empty() && value.front() != ' ' && value.front() != '/';
  return close && has_ending(words_of(word)) && !is_harmless(value_of(value));
}

// "--key ..."
bool gives_after_space(std::string_view word, std::string_view after) {
  const bool option = word.starts_with('-') && word.size() > 2;
  if (!option || after.empty() || std::string_view(" \t\n\"'").find(after.front()) == after.npos) {
    return false;
  }
  const auto value = value_of(after);
  return !is_harmless(value) && !value.starts_with('-');
}

// "key=...", "--key ..." or "\"key\": ...".
bool gives_value(std::string_view before, std::string_view word, std::string_view after) {
  if (!names_secret(word)) return false;
  if (after.starts_with('=')) {
    const auto value = value_of(after.substr(1));
    return !is_harmless(value) && !(words_of(word).back() == "pwd" && value.starts_with('/'));
  }
  return gives_after_space(word, after) || gives_after_colon(before, word, after);
}

// header=api-key=AZURE_KEY: the option takes names of variables.
bool names_variable(std::string_view before, std::string_view after) {
  const auto option = before.substr(before.find_last_of("?&") + 1);
  if (!option.starts_with("header=") || !after.starts_with('=')) return false;
  const auto name = after.substr(1, after.find_first_of(",&") - 1);
  return !name.empty() &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == name.npos;
}

bool has_digit(std::string_view text) { return std::ranges::any_of(text, ascii::is_digit); }

// A key that a service gave, or a JSON Web Token: two objects in base64 and a signature.
bool begins_key(std::string_view text, std::string_view word) {
  if (word.starts_with("eyJ") && text.substr(word.size()).starts_with(".eyJ")) return true;
  if (word == "Bearer" || word == "Basic") {
    const auto value = value_of(text.substr(word.size()));
    return text.substr(word.size()).starts_with(' ') && value.size() >= 12 && has_digit(value);
  }
  return std::ranges::any_of(kForms, [&](const KeyForm& form) {
    const bool dotted = form.start.ends_with('.');
    const std::size_t size = dotted ? value_of(text).size() : word.size();
    return text.starts_with(form.start) && size >= form.start.size() + form.rest;
  });
}

bool has_user(std::string_view text) {
  for (auto at = text.find("://"); at != text.npos; at = text.find("://", at + 3)) {
    const auto host = text.substr(at + 3);
    if (host.substr(0, host.find_first_of("/?#& ")).find('@') != host.npos) return true;
  }
  return false;
}

bool has_named_value(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_word(text[begin])) continue;
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const auto word = text.substr(begin, end - begin);
    const auto before = text.substr(0, begin), after = text.substr(end);
    if (begins_key(text.substr(begin), word)) return true;
    if (gives_value(before, word, after) && !names_variable(before, after)) return true;
    begin = end;
  }
  return text.find("PRIVATE KEY-----") != text.npos;
}

std::vector<std::string_view> arguments_of(std::string_view text) {
  constexpr std::string_view kSeparators = " \t\n\"'";
  std::vector<std::string_view> arguments;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    if (text.empty()) return arguments;
    arguments.push_back(text.substr(0, text.find_first_of(kSeparators)));
    text.remove_prefix(arguments.back().size());
  }
}

// "me:hunter2", but neither 1000:1000 nor a URL.
bool is_user_and_password(std::string_view value) {
  if (value.starts_with('=')) value.remove_prefix(1);
  const auto colon = value.find(':');
  if (colon == 0 || colon == value.npos || value.find('/') != value.npos) return false;
  const auto user = value.substr(0, colon), password = value.substr(colon + 1);
  return !is_harmless(password) && !std::ranges::all_of(password, ascii::is_digit) &&
         user != password;
}

// -phunter2: letters first, then a digit. Names of options (-pooling) and ports have one kind.
bool looks_like_password(std::string_view value) {
  constexpr std::size_t kShortest = 6;
  return value.size() >= kShortest && !ascii::is_digit(value.front()) && value.front() != '-' &&
         has_digit(value) && value.find_first_of("/.:=,") == value.npos;
}

// mysql and mysqldump, but not mysql_loader.py.
bool is_program(std::string_view argument, std::string_view program) {
  const auto name = argument.substr(argument.find_last_of("/:=") + 1);
  return name.starts_with(program) && name.find_first_of("_.") == name.npos;
}

bool gives_password(const ProgramOption& row, std::string_view argument, std::string_view next) {
  if (!argument.starts_with(row.option)) return false;
  const auto rest = argument.substr(row.option.size());
  if (row.given == Given::kAttached) return !rest.empty();
  if (row.given == Given::kNext) return rest.empty() && !is_harmless(next);
  return is_user_and_password(rest.empty() ? next : rest);
}

// Whether the argument at a place is a password, or the option of an earlier program that takes
// one.
bool is_password_argument(std::span<const std::string_view> arguments, std::size_t at) {
  const auto argument = arguments[at];
  if (argument.starts_with("pass:") && arguments[at - 1].starts_with("-pass")) return true;
  if (argument.starts_with("-p") && looks_like_password(argument.substr(2))) return true;
  const auto next = at + 1 < arguments.size() ? arguments[at + 1] : std::string_view();
  return std::ranges::any_of(kProgramOptions, [&](const ProgramOption& row) {
    const auto runs = [&](std::string_view one) { return is_program(one, row.program); };
    return gives_password(row, argument, next) &&
           (row.program.empty() || std::ranges::any_of(arguments.first(at), runs));
  });
}

bool has_password_argument(std::string_view text) {
  const auto arguments = arguments_of(text);
  for (std::size_t at = 1; at < arguments.size(); ++at) {
    if (is_password_argument(arguments, at)) return true;
  }
  return false;
}

// Leaves invalid escapes as they are: the error comes when the text is read.
std::string loosely_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const auto read = std::from_chars(digits.begin(), digits.end(), byte, 16);
    const bool escape = text[i] == '%' && digits.size() == 2 && read.ptr == digits.end();
    decoded += escape ? static_cast<char>(byte) : text[i];
    if (escape) i += digits.size();
  }
  return decoded;
}

// A value of an option, a variable, a header or a JSON key that is named like a secret, a URL with
// a user, a password of a well-known program, or a word that looks like a service's API key.
bool holds_secret(std::string_view text) {
  return has_user(text) || has_named_value(text) || has_password_argument(text);
}

}  // namespace

void refuse_secrets(std::string_view text, const SecretPlace& place) {
  const bool encoded = text.find('%') != text.npos;
  if (!holds_secret(text) && !(encoded && holds_secret(loosely_decoded(text)))) return;
  throw usage_error(
      std::string(place.what) +
          " contains a key, a user or a password, which files or terminals would show",
      std::string(place.advice));
}

}  // namespace sonde
