#include "probes/shared/table_shape.h"

#include <algorithm>

#include "sonde/error.h"

namespace sonde {
namespace {

bool has_rows_each(const Frame& frame, std::size_t rows_an_item) {
  if (frame.rows() != frame.items() * rows_an_item) return false;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.item_of_row[row] != row / rows_an_item) return false;
  }
  return true;
}

}  // namespace

void check_shape(const Frame& frame, std::span<const Table> tables, std::size_t rows_an_item,
                 std::size_t columns) {
  if (!has_rows_each(frame, rows_an_item)) throw_bad_shape(frame);
  check_tables(frame, tables, columns);
}

void check_tables(const Frame& frame, std::span<const Table> tables, std::size_t columns) {
  const auto fits = [&](const Table& table) {
    return table.values.rows() == frame.rows() && table.values.columns() == columns;
  };
  if (!std::all_of(tables.begin(), tables.end(), fits)) throw_bad_shape(frame);
}

void throw_bad_shape(const Frame& frame) {
  throw input_error("the measurements of '" + frame.dataset + "' do not fit the probe's items", {},
                    "the run file is not one that this probe wrote; run again");
}

}  // namespace sonde
