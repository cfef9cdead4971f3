// Room: data.
//
// Items with their texts and rows.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {

// The side of a comparison that a text is on. It picks the prompt of an asymmetric encoder and the
// group of `standardize`.
enum class Side : std::uint8_t { kFirst, kSecond };

struct Text {
  std::string text;  // UTF-8, not empty
  Side side = Side::kFirst;
  // Not made from another text of its item. Encoders may be fitted on these.
  bool original = true;
};

// The unit of scoring: two or three places in the item's texts.
struct Row {
  std::string label;              // which row of its item it is (may be empty)
  std::vector<std::uint32_t> at;  // indices into Item::texts
  double gold = std::numeric_limits<double>::quiet_NaN();  // NaN: none
};

// The unit of resampling.
struct Item {
  std::string id;  // for people, unique in its data set
  std::vector<Text> texts;
  std::vector<Row> rows;
  std::map<std::string, std::string> labels;  // for slices
  std::uint64_t first_row = 0;  // place of its first row among all rows of the whole data set
  // Why its record is not measured, for instance "blank line". Such an item has no rows, and is
  // only counted, by this reason. Empty for all others.
  std::string left_out{};
  bool at_fault = false;  // left out because something is wrong with the record
};

// Content and occurrence of an item: texts with sides, rows with places and
// gold values, and how many equal items came before it. Ids and labels don't
// count. Pairs items between runs and seeds resampling.
Digest item_digest(const Item& item, std::uint64_t occurrence);

// A field of a probe's records, found by a column's name.
struct Field {
  std::string name;
  std::vector<std::string> aliases;  // other names of the column, lower case
  bool required = true;
  // Whether a column's name counts without its punctuation: "Random-MLM" is "random mlm".
  bool spelled_freely = false;
  // If one field of those that share this word has a column, all must. Empty: none share it.
  std::string together{};
  // At least one of the fields that share this word must have a column. Empty: it may be missing.
  std::string one_of{};
  bool repeats = false;  // it may have several columns: "same", "same 2"
  bool is_line = false;  // a file without columns has one per line
};

// One record of a data set before a probe makes an item of it.
struct Record {
  std::string id;                   // its own, or its number from 1
  std::vector<std::string> values;  // one per field of the probe, empty if absent
  std::map<std::string, std::string> labels;
  Place place;  // its source
  // Values of further columns of repeating fields: the field and the value.
  std::vector<std::pair<std::size_t, std::string>> further{};
};

}  // namespace sonde
