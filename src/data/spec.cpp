#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "base/parse.h"
#include "data/card.h"
#include "data/secret_signs.h"
#include "data/spec_text.h"
#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

// The last part of a path. A URL is returned whole.
std::string last_part(std::string_view location) {
  if (location.find("://") != location.npos) return std::string(location);
  while (location.size() > 1 && location.back() == '/') location.remove_suffix(1);
  return std::string(location.substr(location.find_last_of('/') + 1));
}

// Shortens a location that names several files.
std::string last_parts(std::string_view location) {
  std::string text;
  for (const auto part : parts_of(location, ',')) {
    text += (text.empty() ? "" : ",") + last_part(part);
  }
  return text;
}

// Cuts a value that is a path, or KIND:PATH, to its last part.
std::string option_without_folders(std::string_view option) {
  const auto equals = std::min(option.find('='), option.size() - 1);
  for (const auto begin : {equals + 1, std::min(option.find(':', equals), option.size() - 1) + 1}) {
    const std::string_view value = option.substr(begin);
    for (const std::string_view start : {"/", "./", "../"}) {
      if (value.starts_with(start)) return std::string(option.substr(0, begin)) + last_part(value);
    }
  }
  return std::string(option);
}

std::string options_without_folders(std::string_view options) {
  std::string text;
  for (char before = '?'; !options.empty(); before = '&') {
    const auto end = std::min(options.find('&'), options.size());
    text += before + option_without_folders(options.substr(0, end));
    options.remove_prefix(std::min(end + 1, options.size()));
  }
  return text;
}

std::string short_name(const Spec& spec) {
  if (spec.location.empty()) return spec.kind;
  const auto scheme = spec.location.find("://");
  if (scheme != spec.location.npos) return spec.location.substr(scheme + 3);
  const std::string last = last_part(spec.location);
  const bool says_little = last.empty() || last == "." || last == "..";
  return says_little ? spec.kind + ":" + spec.location : last;
}

void take_option(Spec& spec, std::string_view option) {
  const auto equals = option.find('=');
  if (equals == 0 || equals == option.npos) {
    throw usage_error(
        "option '" + std::string(option) + "' of '" + spec.text + "' is not KEY=VALUE",
        "options are written KIND:LOCATION?key=value&key=value");
  }
  std::string key(option.substr(0, equals));
  std::string value = percent_decoded(option.substr(equals + 1));
  if (key == "group") {
    if (!value.empty() && !is_printable_name(value))
      throw usage_error("the group of '" + spec.text + "' cannot be printed",
                        "give it a plain name");
    spec.group = std::move(value);
  } else if (!spec.options.emplace(key, std::move(value)).second) {
    throw usage_error("option '" + key + "' occurs twice in '" + spec.text + "'");
  }
}

// Reads "key=value&key=value" and returns what of it belongs to a name.
std::string take_options(Spec& spec, std::string_view options) {
  std::string named;
  while (!options.empty()) {
    const auto end = std::min(options.find('&'), options.size());
    const std::string_view option = options.substr(0, end);
    take_option(spec, option);
    if (!option.starts_with("group=")) {
      named += named.empty() ? '?' : '&';
      named += option_without_folders(option);
    }
    options.remove_prefix(std::min(end + 1, options.size()));
  }
  return named;
}

// The start of the options. A URL may have parameters itself: options come after its second `?`.
std::size_t options_at(std::string_view text) {
  const auto first = std::min(text.find('?'), text.size());
  if (text.substr(0, first).find("://") == text.npos) return first;
  const auto second = text.find('?', first + 1);
  if (second == text.npos) return first;
  const auto key = text.substr(second + 1);
  const auto length = key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  return length != 0 && length != key.npos && key[length] == '=' ? second : first;
}

}  // namespace

Spec parse_spec(std::string_view text) {
  refuse_secrets(text);
  Spec spec;
  std::tie(spec.name, spec.text) = split_name(text);
  const std::string_view rest = spec.text;
  const auto question = options_at(rest);
  const auto colon = std::min(rest.find(':'), question);
  spec.kind = rest.substr(0, colon);
  if (spec.kind.empty()) {
    throw usage_error("'" + std::string(text) + "' names no kind",
                      "specifications are written [NAME=]KIND[:LOCATION][?key=value&...]");
  }
  if (colon < question) spec.location = rest.substr(colon + 1, question - colon - 1);
  const std::string named = take_options(spec, rest.substr(std::min(question + 1, rest.size())));
  if (spec.name.empty()) spec.name = short_name(spec) + named;
  return spec;
}

std::string text_without_folders(const Spec& spec) {
  const auto question = options_at(spec.text);
  const std::string location = spec.location.empty() ? "" : ":" + last_parts(spec.location);
  const auto options = std::min(question + 1, spec.text.size());
  return spec.kind + location +
         options_without_folders(std::string_view(spec.text).substr(options));
}

}  // namespace sonde
