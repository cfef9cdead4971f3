// Room: data.
//
// Where items come from: cards, and files in a probe's native layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/digest.h"
#include "sonde/error.h"
#include "sonde/item.h"

namespace sonde {

// Labels from a further file. `index` names a list of record numbers (from 0, one a line): records
// in it get the label NAME with the value `in`, others none. Else a file with a header, whose
// `column` holds a value a record, in order (or by `key`, a column that holds the item's id).
struct LabelSource {
  std::string name;  // of the label; the column's name by default
  std::filesystem::path file;
  std::string column;
  std::string key;
  char separator = '\t';
  bool index = false;
  std::string value = "in";  // of an index list's label
};

// How the file of a card is laid out.
enum class Layout {
  kTable,      // records of columns
  kLines,      // a record is a line, of a probe that reads single sentences
  kJsonLines,  // a record is a JSON object, one a line
  kWordNet,    // WordNet's folder: a record is an example sentence of its glosses
};

// A card: what a data set is and how its file is read. See docs/reference/data.md.
struct Card {
  std::string name;
  std::string probe;  // may be empty where only a file was named
  std::filesystem::path file;
  std::filesystem::path card;      // where it was read from; empty where only a file was named
  Layout layout = Layout::kTable;  // see layout_of()
  char separator = '\t';
  bool header = true;
  bool quoted = false;  // CSV quoting with "
  // A name of a field, "id", "-" to skip, or "label:NAME"; last maybe "rest", for any further ones
  // that are skipped. Empty: by the header.
  std::vector<std::string> columns;
  // The same by name: for a field, "id" or "label:NAME" the names of its columns in the header.
  std::map<std::string, std::vector<std::string>> named_columns;
  std::vector<LabelSource> labels;
  std::string title, version, language, licence;
  std::string made;  // how, by whom
  // The probe's own keys, for instance `test`; and constants: the value that a field has in all
  // records, for instance `operator`.
  std::map<std::string, std::string> settings;
  std::map<std::string, std::size_t> lines;  // of the card's keys, for errors
};

// The shipped data sets: the cards below each folder that can be read, by name.
struct ShippedCards {
  std::vector<Card> cards;
  std::optional<Error> error;  // of the first card that can't
};
ShippedCards list_cards(std::span<const std::filesystem::path> folders);

// `name`: a shipped data set's name, a card (.toml), or a data file in the
// native layout (a TSV with a header; .csv: quoted, commas). "NAME=PATH" names
// it. Errors: kUsage for an unknown name (with the nearest), kInput for a bad card.
Card find_dataset(std::string_view name, std::span<const std::filesystem::path> folders);

// The digest of all files that a card reads, and of how.
Digest dataset_digest(const Card& card);

// How a card's file is laid out for a probe with these fields: as the card or the file's name says,
// else by its first line. It is lines only where nothing says that it has columns. Errors: kInput.
Layout layout_of(const Card& card, std::span<const Field> fields);

// How many of the fields have a column, by the header or the card; constants don't count; 1 where
// records are lines. Reads no record but the first of JSON lines. Errors: kInput, of the header or
// the card.
std::size_t count_columns(const Card& card, std::span<const Field> fields);

// The columns that are read, as the header, the card or the probe name them; labels as
// "label:NAME". Reads no record. Errors: as count_columns().
std::vector<std::string> columns_read(const Card& card, std::span<const Field> fields);

// Reads the records in order, with values by `fields`. A record that is no line has labels from
// columns (header columns that are no field become labels, where the card gives no columns) and
// further files. Streams. Stops where `take` returns false. Errors: kInput with file:line for a
// wrong number of columns, a missing field, invalid UTF-8, NUL bytes, an over-long line, a
// duplicate id, label files of another length; an empty required field is the probe's to judge.
void read_records(const Card& card, std::span<const Field> fields,
                  const std::function<bool(Record&&)>& take);

}  // namespace sonde
