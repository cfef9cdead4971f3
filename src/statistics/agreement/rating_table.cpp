#include "statistics/agreement/rating_table.h"

#include "data/card.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::vector<Field> fields_of(RatingTableKind kind, const std::string& group) {
  std::vector<Field> fields{
      {"item", {"item_id", "pair", "unit", "question", "sentence_id"}, false},
      {group.empty() ? "group" : group, {"condition", "type", "category", "kind"}, false}};
  if (!group.empty()) fields[kRatedGroup].aliases.clear();
  if (kind == RatingTableKind::kGroups) return fields;
  fields.push_back({"annotator",
                    {"annotator_id", "rater", "rater_id", "coder", "judge", "worker", "worker_id",
                     "participant", "participant_id"}});
  fields.push_back({"value", {"rating", "score", "label", "answer", "response", "judgement"}});
  return fields;
}

}  // namespace

RatingTable::RatingTable(const fs::path& file, RatingTableKind kind, const std::string& group)
    : fields_(fields_of(kind, group)),
      lines_(file, {default_separator(file), file.extension() == ".csv"}),
      at_(fields_.size()) {
  if (!lines_.next(values_)) {
    throw input_error("is empty", {file.string()}, "its first line must name the columns");
  }
  find_columns();
  if (kind == RatingTableKind::kRatings || has(kRatedGroup)) return;
  throw input_error("no column '" + fields_[kRatedGroup].name + "' in the header", lines_.place(),
                    "--group names the column of groups");
}

// Ratings have no card that could say more of the columns.
void RatingTable::read_header() try {
  columns_ = columns_of_header(values_, fields_, lines_.place());
} catch (const Error& error) {
  throw input_error(error.message(), error.place(),
                    "the first line names each column once (annotator, item, value), with tabs "
                    "between them, in a .csv commas");
}

void RatingTable::find_columns() {
  read_header();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].use == Column::Use::kField) at_[columns_[i].field] = i;
  }
  if (!has(kRatedItem)) find_item_column();
}

// A column `id` or `pair_id` names the items where no other does.
void RatingTable::find_item_column() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].use == Column::Use::kId) at_[kRatedItem] = i;
  }
  if (has(kRatedItem)) return;
  throw input_error("no column 'item' in the header", lines_.place(),
                    "the first line must name the columns");
}

bool RatingTable::next() {
  if (!lines_.next(values_)) return false;
  check_column_count(values_, columns_.size(), lines_.place(),
                     "there must be as many as in the header");
  return true;
}

Place RatingTable::place(RatingField field) const {
  Place place = lines_.place();
  place.column = name(field);
  if (field != kRatedItem) place.item = value(kRatedItem);
  return place;
}

}  // namespace sonde
