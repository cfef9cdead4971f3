#include "engine/config/json_fields.h"

#include <cmath>
#include <utility>

#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {

constexpr std::size_t kLongestConfig = std::size_t{16} << 20;
constexpr const char* kAdvice = "the file must be as its library wrote it; fetch the model again";

namespace {

// A key may be missing if its value follows from others.
std::string shown_field(const nlohmann::json& fields, const std::string& key) {
  const auto found = fields.find(key);
  return found == fields.end() ? "missing" : found->dump().substr(0, 80);
}

}  // namespace

JsonFields JsonFields::read(const std::filesystem::path& file) {
  return {read_json(file, kLongestConfig), file.string()};
}

JsonFields::JsonFields(nlohmann::json json, std::string file)
    : json_(std::move(json)), file_(std::move(file)) {
  if (!json_.is_object()) throw input_error("is not a JSON object", {file_}, kAdvice);
}

std::vector<std::string> JsonFields::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : json_.items()) names.push_back(name);
  return names;
}

std::vector<std::string> JsonFields::unread() const {
  auto left = names();
  std::erase_if(left, [&](const std::string& name) { return asked_->contains(name); });
  return left;
}

void JsonFields::skip(std::initializer_list<std::string_view> keys) const {
  for (const auto key : keys) asked_->emplace(key);
}

bool JsonFields::has(const std::string& key) const {
  asked_->insert(key);
  const auto found = json_.find(key);
  return found != json_.end() && !found->is_null();
}

const nlohmann::json& JsonFields::at(const std::string& key) const {
  if (!has(key)) throw input_error("lacks '" + key + "'", {file_}, kAdvice);
  return json_.at(key);
}

void JsonFields::refuse(const std::string& key, const std::string& want) const {
  throw input_error("'" + key + "' is " + shown_field(json_, key) + ", not " + want, {file_},
                    kAdvice);
}

void JsonFields::unsupported(const std::string& key, const std::string& known) const {
  throw input_error(
      "'" + key + "' is " + shown_field(json_, key) + ", which sonde does not support", {file_},
      "it supports " + known);
}

std::size_t JsonFields::integer(const std::string& key, std::size_t low, std::size_t high) const {
  const auto& value = at(key);
  const bool fits = value.is_number_unsigned() && value.get<std::size_t>() >= low &&
                    value.get<std::size_t>() <= high;
  if (!fits) {
    refuse(key, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return value.get<std::size_t>();
}

double JsonFields::number(const std::string& key, double otherwise) const {
  if (!has(key)) return otherwise;
  if (!at(key).is_number() || !std::isfinite(at(key).get<double>())) refuse(key, "a number");
  return at(key).get<double>();
}

bool JsonFields::flag(const std::string& key, bool otherwise) const {
  if (!has(key)) return otherwise;
  if (!at(key).is_boolean()) refuse(key, "true or false");
  return at(key).get<bool>();
}

std::string JsonFields::text(const std::string& key) const {
  if (!at(key).is_string()) refuse(key, "a text");
  return at(key).get<std::string>();
}

std::string JsonFields::text(const std::string& key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

}  // namespace sonde
