#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/columns.h"
#include "formats/tables/table.h"

namespace sonde {

enum RatingField : std::size_t { kRatedItem, kRatedGroup, kAnnotator, kRatingValue };

// The content of a table: ratings, or the groups of items.
enum class RatingTableKind { kRatings, kGroups };

// The lines of a table of ratings or groups, with columns by the header's names. `group` is the
// name of the column of groups; empty: a usual one. With `raters`, each of these columns of a line
// is a rating. Errors of all functions: kInput.
class RatingTable {
 public:
  RatingTable(const std::filesystem::path& file, RatingTableKind kind, const std::string& group,
              const std::vector<std::string>& raters = {});

  bool next();  // the next rating, or item of a group
  bool has(RatingField field) const { return at_[field].has_value(); }
  const std::string& name(RatingField field) const { return columns_[*at_[field]].name; }
  const std::string& value(RatingField field) const {
    const bool is_rater = field == kAnnotator && !raters_.empty();
    return is_rater ? name(kRatingValue) : values_[*at_[field]];
  }
  bool has_decimal_comma() const { return form_.separator == ';'; }
  Place place(RatingField field) const;  // includes the item, for fields other than it

 private:
  void read_header();
  void find_columns();
  void find_item_column();
  void find_raters(const std::vector<std::string>& raters);

  std::vector<Field> fields_;
  DelimitedForm form_;
  TableReader lines_;
  std::vector<std::string> values_;
  std::vector<Column> columns_;
  std::vector<std::optional<std::size_t>> at_;  // the column of each field
  std::vector<std::size_t> raters_;             // their columns
  std::size_t rater_ = 0;                       // whose rating was given last
};

}  // namespace sonde
