#include "data/record_reader.h"

#include <algorithm>
#include <set>

#include "data/layout.h"

namespace sonde {

RecordReader::RecordReader(const Card& card, std::span<const Field> fields)
    : card_(with_layout(card, fields)),
      fields_(fields.begin(), fields.end()),
      rows_(card_.layout == Layout::kJsonLines ? object_rows(card_, fields_)
                                               : table_rows(card_, fields_)) {
  for (const auto& source : card.labels) labels_.push_back(read_labels(source));
  for (const auto field : constant_fields(card_, fields_)) {
    constants_.emplace_back(field, card_.settings.at(fields_[field].name));
  }
}

bool RecordReader::next(Record& record) {
  if (!rows_->next(values_)) return false;
  record = {};
  record.place = rows_->place();
  record.values.resize(fields_.size());
  filled_.assign(fields_.size(), false);
  for (std::size_t i = 0; i < rows_->columns().size(); ++i) put(i, record);
  for (const auto& [field, value] : constants_) record.values[field] = value;
  finish_id(record);
  for (const auto& labels : labels_) labels->label(number_, record);
  ++number_;
  return true;
}

void RecordReader::finish() {
  for (const auto& labels : labels_) labels->finish(number_);
}

void RecordReader::go_on(LineReader lines, std::uint64_t number) {
  rows_->go_on(std::move(lines));
  number_ = number;
}

std::vector<std::string> RecordReader::names() const {
  std::vector<std::string> names;
  for (const auto& column : rows_->columns()) {
    if (column.use == Column::Use::kSkip) continue;
    names.push_back((column.use == Column::Use::kLabel ? "label:" : "") + column.name);
  }
  for (const auto& source : card_.labels) names.push_back("label:" + source.name);
  return names;
}

std::size_t RecordReader::fields_found() const {
  std::set<std::size_t> found;
  for (const auto& column : rows_->columns()) {
    if (column.use == Column::Use::kField) found.insert(column.field);
  }
  return found.size();
}

void RecordReader::put(std::size_t i, Record& record) {
  const Column& column = rows_->columns()[i];
  std::string& value = values_[i];
  const auto kind = rows_->kind(i);
  if (column.use == Column::Use::kId) {
    record.id = std::move(value);
  } else if (column.use == Column::Use::kField) {
    put_field(column, kind, value, record);
  } else if (column.use == Column::Use::kLabel && kind == RecordRows::Kind::kPlain) {
    set_label(record, column.name, value, record.place);
  }
}

void RecordReader::put_field(const Column& column, RecordRows::Kind kind, std::string& value,
                             Record& record) {
  if (kind == RecordRows::Kind::kNested) {
    Place at = rows_->place();
    at.column = column.name;
    throw input_error("an object, or a list with something other than texts", std::move(at),
                      "write a text");
  }
  if (filled_[column.field]) {
    record.further.emplace_back(column.field, std::move(value));
  } else {
    record.values[column.field] = std::move(value);
  }
  filled_[column.field] = true;
}

void RecordReader::finish_id(Record& record) {
  const auto& columns = rows_->columns();
  if (std::ranges::find(columns, Column::Use::kId, &Column::use) == columns.end()) {
    record.id = std::to_string(number_ + 1);
    return;
  }
  if (record.id.empty()) throw input_error("an empty id", record.place, "fill it in");
  ids_.check(record.id, record.place);
}

}  // namespace sonde
