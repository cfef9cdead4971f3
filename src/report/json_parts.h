// Heavy: to be included by sources, not by headers.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/printable.h"

namespace sonde {

using Json = nlohmann::ordered_json;

// JSON has no NaN: undefined is null.
inline Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

template <class Values, class Make>
Json json_array(const Values& values, const Make& make) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(make(value));
  return array;
}

// Reasons with counts. An object even if there aren't any.
template <class Counts>
Json json_counts(const Counts& counts) {
  return counts.empty() ? Json::object() : Json(counts);
}

// Invalid UTF-8 in names is replaced and does not throw. Nothing in them steers a terminal.
// `indent`: -1 for one line.
inline std::string json_text(const Json& json, int indent = 1) {
  return printable_json(json.dump(indent, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace sonde
