#include "items/columns.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/names.h"
#include "base/parse.h"
#include "items/card.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kLabelPrefix = "label:";
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

bool names_field(const Field& field, const std::string& name) {
  const auto is = [&](const std::string& one) {
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
  std::string all;
  for (const auto& column : columns) all += (all.empty() ? "" : ", ") + column.name;
  return all;
}

void check_twice(std::span<const Column> columns, const Place& place) {
  std::set<std::pair<Column::Use, std::string>> seen;
  for (const auto& column : columns) {
    if (column.use == Column::Use::kSkip) continue;
    const std::string what = column.use == Column::Use::kField ? std::to_string(column.field)
                             : column.use == Column::Use::kId  ? ""
                                                               : column.name;
    if (!seen.emplace(column.use, what).second) {
      throw input_error("the column '" + column.name + "' has the part of an earlier one", place,
                        "keep one of the two; a card's `columns` can skip the other with '-'");
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

std::vector<Column> checked(std::vector<Column> columns, std::span<const Field> fields,
                            const Place& place) {
  check_twice(columns, place);
  check_complete(columns, fields, place);
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

}  // namespace

void check_column_count(std::span<const std::string> values, std::size_t columns,
                        const Place& place, const std::string& advice) {
  if (values.size() == columns) return;
  if (values.size() == 1 && trimmed(values.front()).empty())
    throw input_error("the line is blank", place, "take it out");
  throw input_error("the line has " + std::to_string(values.size()) +
                        (values.size() == 1 ? " column, not " : " columns, not ") +
                        std::to_string(columns),
                    place, advice);
}

std::vector<Column> columns_of_card(const Card& card, std::span<const Field> fields) {
  const Place place = place_in_card(card, "columns");
  std::vector<Column> columns;
  for (const auto& name : card.columns) columns.push_back(written_column(name, fields, place));
  for (std::size_t field = 0; card.columns.empty() && field < fields.size(); ++field) {
    if (!fields[field].required) continue;
    columns.push_back({Column::Use::kField, field, fields[field].name});
  }
  return checked(std::move(columns), fields, place);
}

std::vector<Column> columns_of_header(std::span<const std::string> header,
                                      std::span<const Field> fields, const Place& place) {
  std::vector<Column> columns;
  for (const auto& name : header) {
    Column column = known_column(name, fields);
    // An unnamed column is an index that some other program wrote.
    if (column.use == Column::Use::kSkip && !name.empty()) column.use = Column::Use::kLabel;
    columns.push_back(std::move(column));
  }
  return checked(std::move(columns), fields, place);
}

}  // namespace sonde
