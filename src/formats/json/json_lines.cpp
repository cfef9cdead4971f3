#include "formats/json/json_lines.h"

#include <algorithm>
#include <utility>

#include "base/parse.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr const char* kObjectAdvice =
    "each line must be one JSON object, such as {\"first\": \"a cat\"}";

// Python's json writes NaN, which is not JSON: it becomes null, except in texts.
std::string with_null_for_nan(std::string_view line) {
  constexpr std::string_view kNan = "NaN";
  std::string out;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (in_text && line[i] == '\\' && i + 1 < line.size()) {
      out += line.substr(i++, 2);
      continue;
    }
    if (line[i] == '"') in_text = !in_text;
    const bool number = !in_text && line.substr(i).starts_with(kNan);
    out += number ? "null" : std::string(1, line[i]);
    if (number) i += kNan.size() - 1;
  }
  return out;
}

json parse_line(std::string_view line, const Place& place) {
  if (trimmed(line).empty()) throw input_error("the line is blank", place, "remove it");
  std::string replaced;
  if (line.find("NaN") != line.npos) line = replaced = with_null_for_nan(line);
  try {
    json object = parse_json(line, place.file);
    if (object.is_object()) return object;
  } catch (const Error& error) {
    throw input_error(error.message(), place, kObjectAdvice);
  }
  throw input_error("the line is not a JSON object", place, kObjectAdvice);
}

std::string text_of(const json& value, const Place& place) {
  if (value.is_null()) return {};
  if (!value.is_string()) return value.dump();
  const auto& text = value.get_ref<const std::string&>();
  if (text.find('\0') == text.npos) return text;
  throw input_error("a text has a NUL character", place, "remove it");
}

bool is_text_list(const json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const json& one) {
           return one.is_string() || one.is_null();
         });
}

bool is_json(std::string_view text) try {
  parse_json(text, "");
  return true;
} catch (const Error&) {
  return false;
}

// Whether a line begins a JSON document of several lines: "[", "[{", "{ \"a\": 1,".
bool begins_document(std::string_view line) {
  const auto next = trimmed(line.substr(1));
  return next.empty() || next.starts_with('"') || next.starts_with('{') || is_json(line);
}

}  // namespace

JsonLinesReader::JsonLinesReader(const std::filesystem::path& file) : lines_(file) { read_first(); }

JsonLinesReader::JsonLinesReader(std::istream& in, std::string name) : lines_(in, std::move(name)) {
  read_first();
}

void JsonLinesReader::read_first() {
  has_first_ = read(first_);
  if (!has_first_) place_ = lines_.place();
}

bool JsonLinesReader::next(std::vector<std::string>& values) {
  if (!std::exchange(has_first_, false)) return read(values);
  values = std::move(first_);
  return true;
}

bool JsonLinesReader::read(std::vector<std::string>& values) {
  std::string_view line;
  if (!lines_.next(line)) return false;
  place_ = lines_.place();
  const json object = parse_line(line, place_);
  values.assign(names_.size(), {});
  kinds_.assign(names_.size(), Kind::kPlain);
  const auto put = [&](const std::string& name, std::size_t which, const json& value, Kind kind) {
    const std::size_t at = column(name, which);
    values.resize(names_.size());
    kinds_.resize(names_.size());
    kinds_[at] = kind;
    if (kind != Kind::kNested) values[at] = text_of(value, place_);
  };
  for (const auto& [name, value] : object.items()) {
    if (!is_text_list(value)) {
      put(name, 0, value, value.is_structured() ? Kind::kNested : Kind::kPlain);
      continue;
    }
    if (value.empty()) put(name, 0, nullptr, Kind::kListed);
    for (std::size_t i = 0; i < value.size(); ++i) put(name, i, value[i], Kind::kListed);
  }
  return true;
}

// The place of a name's column, which is added if missing.
std::size_t JsonLinesReader::column(const std::string& name, std::size_t which) {
  for (std::size_t at = 0; at < names_.size(); ++at) {
    if (which_[at] == which && names_[at] == name) return at;
  }
  if (names_.size() == kMostKeys) {
    throw input_error("more than " + std::to_string(kMostKeys) + " keys and texts of lists", place_,
                      "leave out those that aren't needed");
  }
  names_.push_back(name);
  which_.push_back(which);
  return names_.size() - 1;
}

FirstLine first_line(const std::filesystem::path& file) {
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    if (!trimmed(line).empty()) return {std::string(line), lines.place()};
  }
  return {};
}

bool is_json_lines(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".jsonl" || extension == ".ndjson") return true;
  const FirstLine first = first_line(file);
  const std::string_view text = trimmed(first.text);
  const bool brace = text.starts_with('{');
  if (!brace && !text.starts_with('[')) return extension == ".json";
  if (brace && is_json(text)) return true;
  if (!begins_document(text)) return extension == ".json";
  throw input_error("is a JSON document, not JSON lines", first.place,
                    "write one object per line, as `jq -c '.[]' FILE > FILE.jsonl` does of a list");
}

}  // namespace sonde
