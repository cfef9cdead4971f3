#include "statistics/agreement/rating_table.h"

#include <algorithm>

#include "data/card.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::vector<Field> fields_of(RatingTableKind kind, const std::string& group, bool has_raters) {
  std::vector<Field> fields{
      {"item", {"item_id", "pair", "unit", "question", "sentence_id"}, false},
      {group.empty() ? "group" : group, {"condition", "type", "category", "kind"}, false}};
  if (!group.empty()) fields[kRatedGroup].aliases.clear();
  if (kind == RatingTableKind::kGroups || has_raters) return fields;
  fields.push_back({"annotator",
                    {"annotator_id", "rater", "rater_id", "coder", "judge", "worker", "worker_id",
                     "participant", "participant_id"}});
  fields.push_back({"value", {"rating", "score", "label", "answer", "response", "judgement"}});
  return fields;
}

}  // namespace

RatingTable::RatingTable(const fs::path& file, RatingTableKind kind, const std::string& group,
                         const std::vector<std::string>& raters)
    : fields_(fields_of(kind, group, !raters.empty())),
      form_(form_of_table(file)),
      lines_(file, form_),
      at_(kRatingValue + 1) {
  if (!lines_.next(values_)) {
    throw input_error("is empty", {file.string()}, "its first line must name the columns");
  }
  find_columns();
  find_raters(raters);
  if (kind == RatingTableKind::kRatings || has(kRatedGroup)) return;
  throw input_error("no column '" + fields_[kRatedGroup].name + "' in the header", lines_.place(),
                    "--group names the column of groups");
}

// Ratings have no card that could describe more of the columns.
void RatingTable::read_header() try {
  columns_ = columns_of_header(values_, fields_, lines_.place());
} catch (const Error& error) {
  throw input_error(error.message(), error.place(),
                    "the first line names each column once (annotator, item, value), with tabs "
                    "between them, in a .csv commas; if each rater has a column, name them: "
                    "--raters NAME,NAME");
}

void RatingTable::find_raters(const std::vector<std::string>& raters) {
  for (const auto& rater : raters) {
    const auto at = std::ranges::find(columns_, rater, &Column::name);
    if (at == columns_.end()) {
      throw input_error("no column '" + rater + "' in the header", lines_.place(),
                        "--raters names the columns of ratings");
    }
    raters_.push_back(static_cast<std::size_t>(at - columns_.begin()));
  }
  if (!raters_.empty()) rater_ = raters_.size() - 1;
}

void RatingTable::find_columns() {
  read_header();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].use == Column::Use::kField) at_[columns_[i].field] = i;
  }
  if (!has(kRatedItem)) find_item_column();
}

// A column `id` or `pair_id` names the items if no other does.
void RatingTable::find_item_column() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].use == Column::Use::kId) at_[kRatedItem] = i;
  }
  if (has(kRatedItem)) return;
  throw input_error("no column 'item' in the header", lines_.place(),
                    "the first line must name the columns");
}

bool RatingTable::next() {
  const bool in_line = rater_ + 1 < raters_.size();
  rater_ = in_line ? rater_ + 1 : 0;
  if (!raters_.empty()) at_[kRatingValue] = raters_[rater_];
  if (in_line) return true;
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
