#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/columns.h"
#include "formats/tables/table.h"

namespace sonde {

enum RatingField : std::size_t { kRatedItem, kRatedGroup, kAnnotator, kRatingValue };

// What a table must hold: ratings, or the groups of items.
enum class RatingTableKind { kRatings, kGroups };

// The lines of a table of ratings or groups, with columns by the header's names. `group` is the
// name of the column of groups; empty: a usual one. Errors of all functions: kInput.
class RatingTable {
 public:
  RatingTable(const std::filesystem::path& file, RatingTableKind kind, const std::string& group);

  bool next();
  bool has(RatingField field) const { return at_[field].has_value(); }
  const std::string& name(RatingField field) const { return columns_[*at_[field]].name; }
  const std::string& value(RatingField field) const { return values_[*at_[field]]; }
  Place place(RatingField field) const;  // with the item where another field is asked about

 private:
  void read_header();
  void find_columns();
  void find_item_column();

  std::vector<Field> fields_;
  TableReader lines_;
  std::vector<std::string> values_;
  std::vector<Column> columns_;
  std::vector<std::optional<std::size_t>> at_;  // the column of each field
};

}  // namespace sonde
