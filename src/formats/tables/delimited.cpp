#include "formats/tables/delimited.h"

#include <algorithm>
#include <utility>

#include "formats/json/json_lines.h"

namespace sonde {
namespace {

DelimitedForm checked(DelimitedForm form) {
  const auto c = static_cast<unsigned char>(form.separator);
  const bool lines = c == '\n' && !form.quoted;
  if (c == 0 || c >= 0x80 || c == '"' || (c == '\n' && !lines) || c == '\r') {
    throw usage_error("the separator must be one ASCII character, no quote and no line end");
  }
  return form;
}

// An unreadable file is reported by its reader.
std::string first_line_if_any(const std::filesystem::path& file) try {
  return first_line(file).text;
} catch (const Error&) {
  return {};
}

char csv_separator(const std::filesystem::path& file, bool header) {
  constexpr std::string_view kOthers = ";\t|";
  const std::string line = first_line_if_any(file);
  if (const char named = named_separator(line)) return named;
  const auto first = line.find_first_of(kOthers);
  if (!header || first == line.npos || line.find(',') != line.npos) return ',';
  const bool one_kind = std::ranges::all_of(
      line, [&](char c) { return c == line[first] || kOthers.find(c) == kOthers.npos; });
  return one_kind ? line[first] : ',';
}

}  // namespace

char named_separator(std::string_view line) {
  constexpr std::string_view kBegin = "sep=", kUpper = "SEP=";
  const bool names_it = line.starts_with(kBegin) || line.starts_with(kUpper);
  return line.size() == kBegin.size() + 1 && names_it ? line.back() : '\0';
}

DelimitedForm form_of_table(const std::filesystem::path& file, bool header) {
  if (file.extension() != ".csv") return {};
  return {csv_separator(file, header), true};
}

std::string separator_name(char separator) {
  return separator == '\t' ? "tabs" : std::string("'") + separator + "'";
}

DelimitedReader::DelimitedReader(const std::filesystem::path& file, DelimitedForm form)
    : lines_(file), form_(checked(form)) {}

DelimitedReader::DelimitedReader(std::istream& in, std::string name, DelimitedForm form)
    : lines_(in, std::move(name)), form_(checked(form)) {}

bool DelimitedReader::next(std::vector<std::string>& fields) {
  std::string_view line;
  if (!lines_.next(line)) return false;
  const bool names_own = lines_.place().line == 1 && named_separator(line) == form_.separator;
  if (names_own && !lines_.next(line)) return false;
  place_ = lines_.place();
  size_ = line.size();
  fields.clear();
  if (form_.quoted) {
    split_quoted(line, fields);
  } else {
    split(line, fields);
  }
  return true;
}

void DelimitedReader::split(std::string_view line, std::vector<std::string>& fields) const {
  for (;;) {
    const auto end = line.find(form_.separator);
    fields.emplace_back(line.substr(0, end));
    if (end == line.npos) return;
    line.remove_prefix(end + 1);
  }
}

void DelimitedReader::split_quoted(std::string_view line, std::vector<std::string>& fields) {
  std::string_view rest = line;
  for (;;) {
    std::string& field = fields.emplace_back();
    if (rest.starts_with('"')) {
      rest = take_quoted(rest.substr(1), field);
    } else {
      field = rest.substr(0, rest.find(form_.separator));
      rest.remove_prefix(field.size());
    }
    if (rest.empty()) return;
    if (rest.front() != form_.separator) {
      throw input_error("text follows the closing quote of field " + std::to_string(fields.size()),
                        lines_.place(), "write a quote inside a quoted field twice");
    }
    rest.remove_prefix(1);
  }
}

// Reads a quoted field from after its opening quote, possibly over several lines. Returns the text
// after its closing quote on the last of them.
std::string_view DelimitedReader::take_quoted(std::string_view rest, std::string& field) {
  for (;;) {
    const auto quote = rest.find('"');
    field += rest.substr(0, quote);
    if (quote != rest.npos) {
      rest.remove_prefix(quote + 1);
      if (!rest.starts_with('"')) return rest;
      field += '"';
      rest.remove_prefix(1);
    } else if (size_ <= kLongestLine && lines_.next(rest)) {
      field += '\n';
      size_ += 1 + rest.size();
    } else {
      throw input_error("a quote that opens in this record is not closed within 1 MiB", place_,
                        "close it, or write quotes inside fields twice");
    }
  }
}

}  // namespace sonde
