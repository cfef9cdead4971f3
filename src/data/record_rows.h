#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/columns.h"
#include "data/stretches.h"
#include "formats/json/json_lines.h"
#include "formats/lines.h"
#include "sonde/dataset.h"
#include "sonde/error.h"

namespace sonde {

// The rows of a data file, and the columns to read of them.
class RecordRows {
 public:
  using Kind = JsonLinesReader::Kind;

  virtual ~RecordRows() = default;
  // Rows of JSON lines may add columns.
  const std::vector<Column>& columns() const { return columns_; }
  // The next row, with a value or more for each column. False after the last.
  virtual bool next(std::vector<std::string>& values) = 0;
  // The kind of a value of the latest row.
  virtual Kind kind(std::size_t /*column*/) const { return Kind::kPlain; }
  // The place of the latest row.
  virtual const Place& place() const = 0;
  // The place of the next row, after `records`.
  virtual RecordPlace next_place(std::uint64_t records) const = 0;
  // Continues with other lines of the file.
  virtual void go_on(LineReader lines) = 0;
  // Whether no row added a column.
  virtual bool has_first_columns() const { return true; }

 protected:
  [[noreturn]] static void throw_empty(const Card& card, const char* advice) {
    throw input_error("is empty", {card.file.string()}, advice);
  }

  std::vector<Column> columns_;
};

// A table's rows, with the columns of its header or of the card, and JSON lines, whose columns are
// the keys. `card` has its layout, and it and `fields` outlive the rows. Errors: kInput for columns
// that don't fit.
std::unique_ptr<RecordRows> table_rows(const Card& card, std::span<const Field> fields);
std::unique_ptr<RecordRows> object_rows(const Card& card, std::span<const Field> fields);

}  // namespace sonde
