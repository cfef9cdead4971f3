#include "workshop/makers/fusions/triple_table.h"

#include <algorithm>
#include <set>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/lines.h"
#include "formats/tables/table.h"
#include "sonde/error.h"
#include "workshop/makers/fusions/fusion.h"

namespace sonde {
namespace {

constexpr std::array kNames{"prev", "curr", "next"};

std::size_t place_of(const std::vector<std::string>& header, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
}

void read_header(TripleTable& table, const Place& place) {
  std::set<std::string> names;
  for (const auto& name : table.header) {
    if (!names.insert(name).second) {
      throw input_error("has the column '" + name.substr(0, 40) + "' twice", place, "rename one");
    }
  }
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    table.places[i] = place_of(table.header, kNames[i]);
    if (table.places[i] < table.header.size()) continue;
    throw input_error(std::string("has no column ") + kNames[i], place,
                      "the header has prev, curr and next: see `sonde make triples`");
  }
  for (const char* made : {"s1", "s2"}) {
    if (!names.contains(made)) continue;
    throw input_error(std::string("has a column ") + made + " already", place, "remove it");
  }
  table.id_place = place_of(table.header, "id");
}

void check_row(const TripleTable& table, const std::vector<std::string>& fields, Place place) {
  if (fields.size() != table.header.size()) {
    throw input_error("has " + counted(fields.size(), "column") + ", the header " +
                          std::to_string(table.header.size()),
                      place, "columns are separated by tabs");
  }
  std::size_t length = 2 * (kLongestFusion + 1);  // must fit a line with the fusions, too
  for (const auto& field : fields) length += field.size() + 1;
  if (length > kLongestLine) {
    throw input_error("is too long: two fusions don't fit on its line", place, "shorten it");
  }
  for (const auto& field : fields) {  // for JSON lines, that is
    if (field.find_first_of("\t\n\r") == field.npos) continue;
    throw input_error("a text has a tab or a line end in it", place,
                      "use a space instead: the output is a tab-separated file");
  }
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!trimmed(fields[table.places[i]]).empty()) continue;
    place.column = kNames[i];
    throw input_error("empty sentence", place, "fill it in, or remove the row");
  }
}

}  // namespace

TripleTable read_triples(const std::filesystem::path& file) {
  TripleTable table;
  TableReader reader(file, {});
  if (!reader.next(table.header)) {
    throw input_error("is empty", {file.string()}, "see `sonde make triples`");
  }
  read_header(table, reader.place());
  for (std::vector<std::string> fields; reader.next(fields);) {
    check_row(table, fields, reader.place());
    table.rows.push_back(fields);
  }
  if (table.rows.empty()) {
    throw input_error("has no rows", {file.string()}, "see `sonde make triples`");
  }
  return table;
}

}  // namespace sonde
