// Room: data.
//
// What is asked: items with their texts and rows.
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

// Which side of a comparison a text stands on. It picks the prompt of an
// asymmetric encoder and the group of `standardize`.
enum class Side : std::uint8_t { kFirst, kSecond };

struct Text {
  std::string text;  // UTF-8, not empty
  Side side = Side::kFirst;
  // Not made from another text of its item: what encoders may be fitted on.
  bool original = true;
};

// What is scored: two or three places in the item's texts.
struct Row {
  std::string label;              // which row of its item it is; may be empty
  std::vector<std::uint32_t> at;  // indices into Item::texts
  double gold = std::numeric_limits<double>::quiet_NaN();  // NaN: none
};

// What is resampled together.
struct Item {
  std::string id;  // for people; unique in its data set
  std::vector<Text> texts;
  std::vector<Row> rows;
  std::map<std::string, std::string> labels;  // for slices
  std::uint64_t first_row = 0;  // place of its first row among all rows of the whole data set
  // Why its record is not measured, for instance "blank line": such an item has no rows, and
  // is counted by this reason and not kept. Empty for all others.
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
  // Where one of those that go together has a column, all of them must; empty: it stands alone.
  std::string together{};
  // Of those that share this word, at least one must have a column; empty: it may be missing.
  std::string one_of{};
  bool repeats = false;  // it may have several columns: "same", "same 2"
  bool is_line = false;  // a file without columns has one a line
};

// One record of a data set before a probe makes an item of it.
struct Record {
  std::string id;                   // its own, or its number from 1
  std::vector<std::string> values;  // by the probe's fields; empty where absent
  std::map<std::string, std::string> labels;
  Place place;  // where it was read
  // Of fields that repeat, the values of further columns: which field, and the value.
  std::vector<std::pair<std::size_t, std::string>> further{};
};

}  // namespace sonde
