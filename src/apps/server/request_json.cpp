#include "apps/server/request_json.h"

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/parse.h"
#include "base/printable.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

[[noreturn]] void throw_bad(const std::string& message) { throw HttpError(400, message); }

std::string text_of(const nlohmann::json& value, const std::string& key, std::size_t longest) {
  if (!value.is_string()) throw_bad("'" + key + "' must be text");
  auto text = value.get<std::string>();
  if (text.size() > longest) {
    throw_bad("'" + key + "' is longer than " + counted(longest, "byte"));
  }
  return text;
}

}  // namespace

Asked::Asked(const std::string& body) {
  try {
    object_ = parse_json(body, "the request");
  } catch (const Error& error) {
    throw_bad(error.what());
  }
  if (!object_.is_object()) throw_bad("the request must be a JSON object");
}

const nlohmann::json& Asked::find(const std::string& key) {
  seen_.push_back(key);
  const auto found = object_.find(key);
  if (found == object_.end()) throw_bad("'" + key + "' is missing");
  return *found;
}

std::string Asked::text(const std::string& key, std::size_t longest) {
  return text_of(find(key), key, longest);
}

std::string Asked::sentence(const std::string& key) {
  auto sentence = text(key, kLongestSentence);
  check_sentence(sentence, "'" + key + "'");
  return sentence;
}

std::string Asked::optional_sentence(const std::string& key) {
  if (!has(key) || trimmed(text(key, kLongestSentence)).empty()) return {};
  return sentence(key);
}

std::vector<std::string> Asked::texts(const std::string& key, std::size_t most,
                                      std::size_t longest) {
  const auto& list = find(key);
  if (!list.is_array()) throw_bad("'" + key + "' must be a list");
  if (list.size() > most) {
    throw_bad("'" + key + "' has " + counted(list.size(), "part") + "; at most " +
              std::to_string(most) + " are allowed");
  }
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back(text_of(one, key, longest));
  return texts;
}

std::uint64_t Asked::whole(const std::string& key, std::uint64_t low, std::uint64_t high) {
  const auto& value = find(key);
  const bool is_whole = value.is_number_unsigned();
  if (!is_whole || value.get<std::uint64_t>() < low || value.get<std::uint64_t>() > high) {
    throw_bad("'" + key + "' must be a whole number from " + std::to_string(low) + " to " +
              std::to_string(high));
  }
  return value.get<std::uint64_t>();
}

bool Asked::flag(const std::string& key) {
  const auto& value = find(key);
  if (!value.is_boolean()) throw_bad("'" + key + "' must be true or false");
  return value.get<bool>();
}

double Asked::number(const std::string& key, double low, double high) {
  const auto& value = find(key);
  if (!value.is_number() || !(value.get<double>() >= low && value.get<double>() <= high)) {
    throw_bad("'" + key + "' must be a number from " + printed(low) + " to " + printed(high));
  }
  return value.get<double>();
}

void Asked::done() const {
  for (const auto& [key, value] : object_.items()) {
    if (std::ranges::find(seen_, key) != seen_.end()) continue;
    throw_bad("unknown field '" + printable(shortened(key, 60)) + "'");
  }
}

void check_sentence(std::string_view sentence, const std::string& what) {
  if (trimmed(sentence).empty()) throw_bad(what + " is empty; write a sentence");
  if (sentence.find('\0') != sentence.npos) throw_bad(what + " has a NUL character");
  if (sentence.size() > kLongestSentence) {
    throw_bad(what + " is longer than " + std::to_string(kLongestSentence) + " bytes");
  }
}

}  // namespace sonde
