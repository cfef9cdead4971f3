#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/label_reader.h"
#include "data/record_rows.h"
#include "data/seen_ids.h"
#include "sonde/dataset.h"

namespace sonde {

// Reads the records of a table or of JSON lines: the fields and labels of its rows, the labels of
// further files, and the card's constants. Errors: as read_records().
class RecordReader {
 public:
  RecordReader(const Card& card, std::span<const Field> fields);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  bool next(Record& record);
  // Call it after the last record.
  void finish();
  // Continues with other lines of the file, before the `number`th record from 0.
  void go_on(LineReader lines, std::uint64_t number);
  // The place of the next record.
  RecordPlace next_place() const { return rows_->next_place(number_); }

  // See columns_read() and count_columns().
  std::vector<std::string> names() const;
  std::size_t fields_found() const;
  // Whether records are read the same wherever reading begins.
  bool reads_from_anywhere() const { return labels_.empty() && rows_->has_first_columns(); }

 private:
  void put(std::size_t column, Record& record);
  void put_field(const Column& column, RecordRows::Kind kind, std::string& value, Record& record);
  void finish_id(Record& record);

  Card card_;
  std::vector<Field> fields_;
  std::unique_ptr<RecordRows> rows_;
  std::vector<std::unique_ptr<LabelReader>> labels_;
  std::vector<std::pair<std::size_t, std::string>> constants_;
  std::vector<std::string> values_;
  std::vector<bool> filled_;  // the fields of a record that have a value
  SeenIds ids_;
  std::uint64_t number_ = 0;
};

}  // namespace sonde
