#include "data/columns.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/names.h"
#include "base/parse.h"
#include "base/printable.h"
#include "data/card.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kLabelPrefix = "label:";
constexpr std::string_view kRest = "rest";
constexpr std::array<std::string_view, 2> kIdNames{"id", "pair_id"};

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// In lower case, with one space for all that is neither letter nor digit of ASCII nor beyond it.
std::string words_of(const std::string& name) {
  std::string words;
  bool apart = false;
  for (const char c : lower(name)) {
    const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (counts && apart && !words.empty()) words += ' ';
    if (counts) words += c;
    apart = !counts;
  }
  return words;
}

// "same" of "same 2", "same_2", "same.2" and "same2".
std::string without_number(const std::string& name) {
  const auto end = name.find_last_not_of("0123456789");
  if (end == name.npos || end + 1 == name.size()) return name;
  return name.substr(
      0, std::string_view(" ._-").find(name[end]) == std::string_view::npos ? end + 1 : end);
}

bool names_field(const Field& field, const std::string& name) {
  const auto is = [&](const std::string& one) {
    if (field.repeats && lower(one) == without_number(name)) return true;
    return field.spelled_freely ? words_of(one) == words_of(name) : lower(one) == name;
  };
  return is(field.name) || std::any_of(field.aliases.begin(), field.aliases.end(), is);
}

// The column as an id or a field, else as nothing.
Column known_column(const std::string& name, std::span<const Field> fields) {
  const std::string key = lower(name);
  if (std::find(kIdNames.begin(), kIdNames.end(), key) != kIdNames.end()) {
    return {Column::Use::kId, 0, name};
  }
  const auto field = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& one) { return names_field(one, key); });
  if (field == fields.end()) return {Column::Use::kSkip, 0, name};
  return {Column::Use::kField, static_cast<std::size_t>(field - fields.begin()), name};
}

[[noreturn]] void throw_unknown_column(const std::string& name, std::span<const Field> fields,
                                       const Place& place) {
  std::vector<std::string> known;
  for (const auto& field : fields) known.push_back(field.name);
  throw input_error(
      "unknown column '" + name + "' in the card", place,
      did_you_mean(name, known, "write '-' to skip it or 'label:" + name + "' for a label"));
}

std::string all_names(std::span<const Column> columns) {
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);
  return first_of(names);
}

void check_twice(std::span<const Column> columns, std::span<const Field> fields,
                 const Place& place) {
  std::set<std::pair<Column::Use, std::string>> seen;
  for (const auto& column : columns) {
    if (column.use == Column::Use::kSkip || column.use == Column::Use::kRest) continue;
    if (column.use == Column::Use::kField && fields[column.field].repeats) continue;
    const std::string what = column.use == Column::Use::kField ? std::to_string(column.field)
                             : column.use == Column::Use::kId  ? ""
                                                               : column.name;
    if (!seen.emplace(column.use, what).second) {
      throw input_error("the column '" + column.name + "' has the part of an earlier one", place,
                        "remove one of the two; a card's `columns` can skip the other with '-'");
    }
  }
}

void check_complete(std::span<const Column> columns, std::span<const Field> fields,
                    const Place& place) {
  std::set<std::size_t> found;
  std::set<std::string> together;
  for (const auto& column : columns) {
    if (column.use != Column::Use::kField) continue;
    found.insert(column.field);
    together.insert(fields[column.field].together);
  }
  together.erase("");
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool needed = fields[i].required || together.contains(fields[i].together);
    if (!needed || found.contains(i)) continue;
    throw input_error("no column '" + fields[i].name + "' among: " + all_names(columns), place,
                      "name the columns in the header, or in a card's `columns`");
  }
}

// Checks fields that may each be missing.
void check_any(std::span<const Column> columns, std::span<const Field> fields, const Place& place) {
  std::map<std::string, bool> has;
  for (const auto& field : fields) has.emplace(field.one_of, field.one_of.empty());
  for (const auto& column : columns) {
    if (column.use == Column::Use::kField) has[fields[column.field].one_of] = true;
  }
  for (const auto& [word, found] : has) {
    if (found) continue;
    std::vector<std::string> names;
    for (const auto& field : fields) {
      if (field.one_of == word) names.push_back(field.name);
    }
    throw input_error(
        "none of the columns " + first_of(names, 12) + " is among: " + all_names(columns), place,
        "see docs/reference/data.md for which go together");
  }
}

std::vector<Column> checked(std::vector<Column> columns, std::span<const Field> fields,
                            const Place& place, const Card& card) {
  std::vector<Column> all = columns;
  for (const auto field : constant_fields(card, fields)) {
    all.push_back({Column::Use::kField, field, fields[field].name});
  }
  check_twice(all, fields, place);
  check_complete(all, fields, place);
  check_any(all, fields, place);
  return columns;
}

Column written_column(const std::string& name, std::span<const Field> fields, const Place& place) {
  if (name == "-") return {Column::Use::kSkip, 0, name};
  if (name.starts_with(kLabelPrefix)) {
    return {Column::Use::kLabel, 0, name.substr(kLabelPrefix.size())};
  }
  Column column = known_column(name, fields);
  if (column.use == Column::Use::kSkip) throw_unknown_column(name, fields, place);
  return column;
}

// The header's columns that a card names, each with what it is read as.
using NamedColumns = std::map<std::string, Column>;

NamedColumns named_columns(const Card& card, std::span<const Field> fields) {
  NamedColumns named;
  const Place place = place_in_card(card, "columns");
  for (const auto& [part, names] : card.named_columns) {
    Column column = written_column(part, fields, place);
    for (const auto& name : names) {
      if (column.use != Column::Use::kLabel) column.name = name;
      if (named.emplace(name, column).second) continue;
      throw input_error("the card names the column '" + shortened(name, 40) + "' twice", place,
                        "a column can have only one part");
    }
  }
  return named;
}

void check_named(const NamedColumns& named, std::span<const std::string> header,
                 const Place& place) {
  for (const auto& [name, column] : named) {
    if (std::ranges::find(header, name) != header.end()) continue;
    throw input_error(
        "no column '" + shortened(name, 40) + "', which the card names, among: " + first_of(header),
        place, did_you_mean(name, header, "correct the card's `columns`"));
  }
}

// How to read a header's column if the card names some: others are found by their own names if they
// are fields, and skipped if not.
Column chosen_column(const std::string& name, std::span<const Field> fields,
                     const NamedColumns& named) {
  if (const auto found = named.find(name); found != named.end()) return found->second;
  const Column own = known_column(name, fields);
  const bool is_taken = std::ranges::any_of(named, [&](const auto& entry) {
    return entry.second.use == own.use && entry.second.field == own.field;
  });
  return is_taken ? Column{Column::Use::kSkip, 0, name} : own;
}

}  // namespace

void check_column_count(std::span<const std::string> values, std::size_t columns,
                        const Place& place, const std::string& advice) {
  if (values.size() == columns) return;
  if (values.size() == 1 && trimmed(values.front()).empty())
    throw input_error("the line is blank", place, "remove it");
  throw input_error(
      "the line has " + counted(values.size(), "column") + ", not " + std::to_string(columns),
      place, advice);
}

bool names_columns(const Card& card) {
  return !card.columns.empty() || !card.named_columns.empty();
}

bool names_any(const std::string& text, std::span<const Field> fields) {
  return known_column(text, fields).use == Column::Use::kField;
}

std::vector<std::size_t> constant_fields(const Card& card, std::span<const Field> fields) {
  std::vector<std::size_t> constant;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    if (card.settings.contains(fields[field].name)) constant.push_back(field);
  }
  return constant;
}

std::vector<Column> columns_of_card(const Card& card, std::span<const Field> fields) {
  const Place place = place_in_card(card, "columns");
  std::vector<Column> columns;
  for (const auto& name : card.columns) {
    if (!columns.empty() && columns.back().use == Column::Use::kRest) {
      throw input_error("'rest' is not the last of the columns", place, "nothing follows it");
    }
    columns.push_back(name == kRest ? Column{Column::Use::kRest, 0, name}
                                    : written_column(name, fields, place));
  }
  for (std::size_t field = 0; card.columns.empty() && field < fields.size(); ++field) {
    if (!fields[field].required || card.settings.contains(fields[field].name)) continue;
    columns.push_back({Column::Use::kField, field, fields[field].name});
  }
  return checked(std::move(columns), fields, place, card);
}

std::vector<Column> columns_of_header(std::span<const std::string> header,
                                      std::span<const Field> fields, const Place& place,
                                      const Card& card) {
  const NamedColumns named = named_columns(card, fields);
  check_named(named, header, place);
  std::vector<Column> columns;
  for (const auto& name : header) {
    Column column = named.empty() ? known_column(name, fields) : chosen_column(name, fields, named);
    // An unnamed column is an index that some other program wrote.
    const bool is_label = column.use == Column::Use::kSkip && named.empty() && !name.empty();
    if (is_label) column.use = Column::Use::kLabel;
    columns.push_back(std::move(column));
  }
  return checked(std::move(columns), fields, place, card);
}

Column further_column(const std::string& name, std::span<const Column> so_far,
                      std::span<const Field> fields, const Place& place, const Card& card) {
  for (const auto& column : so_far) {
    if (column.name != name || column.use != Column::Use::kField) continue;
    if (fields[column.field].repeats) return column;
  }
  const Column column = known_column(name, fields);
  if (!card.named_columns.empty()) return {Column::Use::kSkip, 0, name};
  if (column.use == Column::Use::kSkip) return {Column::Use::kLabel, 0, name};
  throw input_error("the first line has no '" + shortened(name, 40) + "', which this one has",
                    place, "name it in the first line too, if only as null");
}

}  // namespace sonde
