#include "engine/config/config_keys.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/parse.h"
#include "engine/config/embedded_key_tables.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kEvery = "*";              // all families
constexpr std::string_view kTokenizer = "tokenizer";  // no family: tokenizers' own files
constexpr std::string_view kHarmless = "any";         // all values

// Allowed forms of a key: `any`, a JSON value, or =KEY for another name of that key.
class KeyTable {
 public:
  explicit KeyTable(std::string_view text) {
    for (const auto line : parts_of(text, '\n')) {
      if (line.empty() || line.front() == '#') continue;
      const auto columns = parts_of(line, '\t');
      rows_.try_emplace({columns.at(0), columns.at(1)}, columns.at(2));
    }
  }

  std::optional<std::string_view> find(std::string_view family, std::string_view key) const {
    const auto row = rows_.find({family, key});
    return row == rows_.end() ? std::nullopt : std::optional(row->second);
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::string_view> rows_;
};

const KeyTable& known_keys() {
  static const KeyTable table(known_keys_table());
  return table;
}

std::optional<std::string_view> rule_of(std::string_view family, const std::string& key) {
  static const KeyTable defaults(default_keys_table());
  for (const KeyTable* table : {&known_keys(), &defaults}) {
    for (const auto name : {family, kEvery}) {
      if (const auto rule = table->find(name, key)) return rule;
    }
  }
  return std::nullopt;
}

std::string shortened_dump(const Json& value) { return value.dump().substr(0, 80); }

std::string advice_for(const std::string& key) {
  return "if it can't change a vector of this model, add the option ignore=" + key;
}

[[noreturn]] void refuse_unread(const JsonFields& fields, const std::string& key,
                                const std::string& more) {
  throw input_error("'" + key + "' is " + shortened_dump(fields.raw(key)) +
                        ", which sonde does not support" + more,
                    {fields.file()}, advice_for(key));
}

bool holds(const JsonFields& fields, const std::string& key, std::string_view rule) {
  const Json& value = fields.raw(key);
  if (!rule.starts_with('=')) return value == Json::parse(rule);
  const std::string other(rule.substr(1));
  return fields.has(other) && value == fields.at(other);
}

bool breaks(const JsonFields& fields, const std::string& key, std::string_view rule) {
  return !fields.raw(key).is_null() && !holds(fields, key, rule);
}

std::string told_rule(std::string_view family, std::string_view rule) {
  if (rule.starts_with('=')) return ": it is another name of '" + std::string(rule.substr(1)) + "'";
  return ": for " + std::string(family) + " it supports " + std::string(rule.substr(0, 80));
}

std::string passed_over(const std::string& key, const std::string& file) {
  return "'" + key + "' of " + file + " ignored, as asked";
}

// AutoModel is the class that turns texts into vectors.
void check_own_code(const JsonFields& fields) {
  const Json& classes = fields.raw("auto_map");
  if (!classes.is_object() || !classes.contains("AutoModel")) return;
  throw input_error(
      "'auto_map' names code of the folder: " + shortened_dump(classes.at("AutoModel")) +
          ", which sonde never runs",
      {fields.file()},
      "run the model yourself, by exec: (docs/reference/encoders/programs.md); if the plain model "
      "without that code is what you want, add the option ignore=auto_map");
}

// A class that transformers doesn't have may have been another model. Without auto_map no other
// program runs it either.
std::string note_of_classes(const JsonFields& fields, std::string_view family,
                            std::string_view rule) {
  const Json known = Json::parse(rule);
  for (const auto& name : fields.raw("architectures")) {
    if (std::ranges::find(known, name) != known.end()) continue;
    return "transformers' " + std::string(family) + "; 'architectures' names " +
           shortened_dump(name);
  }
  return {};
}

// Returns what the user should know of one key, or nothing.
std::string check_config_key(const JsonFields& fields, std::string_view family,
                             const std::string& key) {
  const auto rule = rule_of(family, key);
  if (key == "auto_map") {
    check_own_code(fields);
  } else if (key == "architectures" && rule) {
    return note_of_classes(fields, family, *rule);
  } else if (rule && breaks(fields, key, *rule)) {
    refuse_unread(fields, key, told_rule(family, *rule));
  } else if (!rule && !fields.raw(key).empty()) {  // null is empty
    refuse_unread(fields, key, ": no part of it reads this key");
  }
  return {};
}

}  // namespace

std::vector<std::string> check_config_keys(const JsonFields& fields, std::string_view family,
                                           const IgnoredKeys& ignored) {
  std::vector<std::string> notes;
  for (const auto& key : fields.unread()) {
    if (rule_of(family, key) == kHarmless) continue;
    auto note = ignored.pass_over(key) ? passed_over(key, "config.json")
                                       : check_config_key(fields, family, key);
    if (!note.empty()) notes.push_back(std::move(note));
  }
  ignored.look_in(fields);
  return notes;
}

std::vector<std::string> check_tokenizer_keys(const JsonFields& fields,
                                              const IgnoredKeys& ignored) {
  const std::string name = fs::path(fields.file()).filename().string();
  std::vector<std::string> notes;
  for (const auto& key : fields.unread()) {
    const auto rule = known_keys().find(kTokenizer, key);
    if (rule == kHarmless || fields.raw(key).empty()) continue;
    if (ignored.pass_over(key)) {
      notes.push_back(passed_over(key, name));
    } else if (!rule) {
      notes.push_back("'" + key + "' of " + name + " is not read, as in transformers");
    } else if (breaks(fields, key, *rule)) {
      refuse_unread(fields, key, told_rule("a tokenizer", *rule));
    }
  }
  ignored.look_in(fields);
  return notes;
}

void check_other_keys(const JsonFields& fields, const std::set<std::string_view>& harmless,
                      const IgnoredKeys& ignored) {
  for (const auto& key : fields.unread()) {
    const Json& value = fields.raw(key);
    const bool says_nothing = value == false || value.empty() || value == "";
    if (!says_nothing && !harmless.contains(key) && !ignored.pass_over(key))
      refuse_unread(fields, key, ": no part of it reads this key");
  }
  ignored.look_in(fields);
}

}  // namespace sonde
