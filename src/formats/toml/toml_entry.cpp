#include "formats/toml/toml_entry.h"

#include <cmath>

namespace sonde {

void TomlEntry::fail(const std::string& what) const {
  throw input_error("'" + key_ + "' " + what, place(), "see " + std::string(page_));
}

std::string TomlEntry::text() const {
  const auto value = node_->value_exact<std::string>();
  if (!value || value->empty()) fail("must be a text");
  return *value;
}

bool TomlEntry::flag() const {
  const auto value = node_->value_exact<bool>();
  if (!value) fail("must be true or false");
  return *value;
}

double TomlEntry::number() const {
  if (const auto whole = node_->value_exact<std::int64_t>()) return static_cast<double>(*whole);
  const auto value = node_->value_exact<double>();
  if (!value || !std::isfinite(*value)) fail("must be a number");
  return *value;
}

std::uint64_t TomlEntry::whole() const {
  const auto value = node_->value_exact<std::int64_t>();
  if (!value || *value < 0) fail("must be a whole number, 0 or more");
  return static_cast<std::uint64_t>(*value);
}

std::vector<TomlEntry> TomlEntry::each() const {
  const auto* array = node_->as_array();
  if (array == nullptr) return {*this};
  std::vector<TomlEntry> all;
  for (const auto& one : *array) all.push_back(at(key_, one));
  return all;
}

}  // namespace sonde
