// Room: data.
//
// Sources of items: cards, and files in a probe's native layout.
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

// Labels from another file. If `index`, it lists record numbers (from 0, one per line): listed
// records get the label `name` with `value`, others none. Otherwise it has a header, and its
// `column` holds a value per record, in order (or by `key`, a column that holds the item's id).
struct LabelSource {
  std::string name;  // label name, by default the column's
  std::filesystem::path file;
  std::string column;
  std::string key;
  char separator = '\t';
  bool index = false;
  std::string value = "in";  // for an index list's label
};

// How the file of a card is laid out.
enum class Layout {
  kTable,      // records of columns
  kLines,      // a record is a line, of a probe that reads single sentences
  kJsonLines,  // a record is one JSON object per line
  kWordNet,    // WordNet's folder: a record is an example sentence of its glosses
};

// A card describes a data set and how to read its file. See docs/reference/data.md.
struct Card {
  std::string name;
  std::string probe;  // may be empty if only a file was named
  std::filesystem::path file;
  std::filesystem::path card;      // its source, empty if only a file was named
  Layout layout = Layout::kTable;  // see layout_of()
  char separator = '\t';
  bool header = true;
  bool quoted = false;  // CSV quoting with "
  // A field's name, "id", "-" to skip, or "label:NAME". The last may be "rest", which skips any
  // further ones. Empty: by the header.
  std::vector<std::string> columns;
  // The same by name: for a field, "id" or "label:NAME" the names of its columns in the header.
  std::map<std::string, std::vector<std::string>> named_columns;
  std::vector<LabelSource> labels;
  std::string title, version, language, licence;
  std::string made;  // how, by whom
  // The probe's own keys, such as `test`, and constants: the value of a field in all records, such
  // as `operator`.
  std::map<std::string, std::string> settings;
  std::map<std::string, std::size_t> lines;  // line of each card key, for errors
};

// The shipped data sets: the cards below each folder that can be read, by name.
struct ShippedCards {
  std::vector<Card> cards;
  std::optional<Error> error;  // for the first unreadable card
};
ShippedCards list_cards(std::span<const std::filesystem::path> folders);

// `name`: a shipped data set's name, a card (.toml), or a data file in the native layout (a TSV
// with a header, or a quoted .csv with commas). "NAME=PATH" names it. Errors: kUsage for an unknown
// name (with the nearest), kInput for a bad card.
Card find_dataset(std::string_view name, std::span<const std::filesystem::path> folders);

// The digest of all files that a card reads, and of how.
Digest dataset_digest(const Card& card);

// The layout of a card's file for a probe with these fields: from the card or the file's name, else
// from the first line. It is lines only if nothing indicates columns. Errors: kInput.
Layout layout_of(const Card& card, std::span<const Field> fields);

// The number of fields with a column in the header or the card, without constants. 1 if records are
// lines. Reads no record but the first of JSON lines. Errors: kInput for the header or the card.
std::size_t count_columns(const Card& card, std::span<const Field> fields);

// The columns to read, as the header, the card or the probe names them. Labels are "label:NAME".
// Reads no record. Errors: as count_columns().
std::vector<std::string> columns_read(const Card& card, std::span<const Field> fields);

// Reads the records in order, with values by `fields`. Unless records are lines, they have labels
// from columns (if the card names none, header columns that aren't fields become labels) and
// further files. Streams. Stops when `take` returns false. Errors: kInput with file:line for a
// wrong number of columns, a missing field, invalid UTF-8, NUL bytes, an over-long line, a
// duplicate id, label files of another length. The probe judges empty required fields.
void read_records(const Card& card, std::span<const Field> fields,
                  const std::function<bool(Record&&)>& take);

}  // namespace sonde
