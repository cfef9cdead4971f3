#include <algorithm>
#include <cmath>

#include "base/names.h"
#include "base/parse.h"
#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

[[noreturn]] void throw_value(const Spec& spec, const std::string& key, const std::string& value,
                              const std::string& wanted) {
  throw usage_error("option " + key + "=" + value + " of '" + spec.text + "' is not " + wanted,
                    "leave it out for the default");
}

}  // namespace

Options::Options(const Spec& spec) : spec_(spec) {}

const std::string* Options::find(const std::string& key, const std::string& otherwise) {
  defaults_.emplace(key, otherwise);
  const auto found = spec_.options.find(key);
  return found == spec_.options.end() ? nullptr : &found->second;
}

std::string Options::text(const std::string& key, const std::string& otherwise) {
  const std::string* value = find(key, otherwise);
  return value ? *value : otherwise;
}

std::string Options::choice(const std::string& key, const std::string& otherwise,
                            const std::vector<std::string>& allowed) {
  const std::string value = text(key, otherwise);
  if (value == otherwise || std::ranges::find(allowed, value) != allowed.end()) return value;
  std::vector<std::string> known = allowed;
  const bool listed = otherwise.empty() || std::ranges::find(known, otherwise) != known.end();
  if (!listed) known.insert(known.begin(), otherwise);
  throw_unknown("value of the option " + key + " of '" + spec_.text + "':", value, known);
}

std::int64_t Options::integer(const std::string& key, std::int64_t otherwise, std::int64_t low,
                              std::int64_t high) {
  const std::string* value = find(key, std::to_string(otherwise));
  if (!value) return otherwise;
  const auto number = parse_number<std::int64_t>(*value);
  if (!number || *number < low || *number > high) {
    throw_value(spec_, key, *value,
                "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return *number;
}

std::size_t Options::count(const std::string& key, std::size_t otherwise, std::size_t low,
                           std::size_t high) {
  return static_cast<std::size_t>(integer(key, static_cast<std::int64_t>(otherwise),
                                          static_cast<std::int64_t>(low),
                                          static_cast<std::int64_t>(high)));
}

double Options::number(const std::string& key, double otherwise) {
  const std::string* value = find(key, std::isnan(otherwise) ? "" : printed(otherwise));
  if (!value) return otherwise;
  const auto number = parse_number<double>(*value);
  if (!number || !std::isfinite(*number)) throw_value(spec_, key, *value, "a finite number");
  return *number;
}

bool Options::flag(const std::string& key, bool otherwise) {
  const std::string* value = find(key, otherwise ? "true" : "false");
  if (!value) return otherwise;
  if (*value == "true" || *value == "1" || *value == "yes") return true;
  if (*value == "false" || *value == "0" || *value == "no") return false;
  throw_value(spec_, key, *value, "true or false");
}

bool Options::has(const std::string& key) const { return spec_.options.contains(key); }

void Options::done() const {
  for (const auto& [key, value] : spec_.options) {
    if (defaults_.contains(key)) continue;
    if (defaults_.empty()) {
      throw usage_error("unknown option '" + key + "' of '" + spec_.text + "'",
                        "'" + spec_.kind + "' has no options");
    }
    std::vector<std::string> names;
    std::string known;
    for (const auto& [name, usual] : defaults_) {
      names.push_back(name);
      known += (known.empty() ? "" : ", ") + name + (usual.empty() ? "" : "=" + usual);
    }
    throw usage_error("unknown option of '" + spec_.text + "': '" + key + "'",
                      did_you_mean(key, names, "known, with their defaults: " + known));
  }
}

}  // namespace sonde
