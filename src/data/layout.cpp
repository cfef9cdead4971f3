#include "data/layout.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/parse.h"
#include "data/card.h"
#include "data/columns.h"
#include "formats/json/json_lines.h"

namespace sonde {
namespace {

// Whether a first line is rather of a table: it has a tab, or one of its parts is called as the
// field that a line would be.
bool is_header(std::string_view line, const Field& field) {
  if (line.find('\t') != line.npos) return true;
  for (const char separator : {',', ';', '|'}) {
    for (const auto part : parts_of(line, separator)) {
      if (names_any(std::string(trimmed(part, " \"")), {&field, 1})) return true;
    }
  }
  return false;
}

bool describes_columns(const Card& card) {
  return !card.columns.empty() ||
         std::ranges::any_of(std::array{"separator", "header", "quoted"},
                             [&](const char* key) { return card.lines.contains(key); });
}

}  // namespace

std::size_t line_field(const Card& card, std::span<const Field> fields) {
  const auto found = std::ranges::find_if(fields, &Field::is_line);
  if (found != fields.end()) return static_cast<std::size_t>(found - fields.begin());
  throw input_error("single sentences cannot be used by the probe '" + card.probe + "'",
                    place_in_card(card, "layout"), "see docs/reference/data.md for what it reads");
}

Layout layout_of(const Card& card, std::span<const Field> fields) {
  if (card.layout != Layout::kTable || card.lines.contains("layout")) return card.layout;
  if (describes_columns(card)) return Layout::kTable;
  if (is_json_lines(card.file)) return Layout::kJsonLines;
  const std::string extension = card.file.extension().string();
  const bool is_table = extension == ".tsv" || extension == ".csv" || names_columns(card);
  const auto line = std::ranges::find_if(fields, &Field::is_line);
  if (is_table || line == fields.end()) return Layout::kTable;
  return is_header(first_line(card.file).text, *line) ? Layout::kTable : Layout::kLines;
}

Card with_layout(Card card, std::span<const Field> fields) {
  card.layout = layout_of(card, fields);
  if (card.layout != Layout::kLines) return card;
  card.columns = {fields[line_field(card, fields)].name};
  card.separator = '\n';
  card.header = card.quoted = false;
  return card;
}

}  // namespace sonde
