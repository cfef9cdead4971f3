#pragma once

#include <cstddef>
#include <span>

#include "sonde/probe.h"

namespace sonde {

// Errors: kInput unless every item has `rows_an_item` rows and every table all
// rows and columns: measurements from a file are foreign.
void check_shape(const Frame& frame, std::span<const Table> tables, std::size_t rows_an_item,
                 std::size_t columns);

// Errors: kInput unless every table has all rows and columns.
void check_tables(const Frame& frame, std::span<const Table> tables, std::size_t columns);
[[noreturn]] void throw_bad_shape(const Frame& frame);

}  // namespace sonde
