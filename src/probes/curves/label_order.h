#pragma once

#include <span>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// Puts the rows of each label together, in their order, in place, and rows without any number after
// them all: a summary of millions of rows can then read those of a label in place. `columns`: a
// row's numbers, in each list.
void sort_rows_by_label(Frame& frame, std::span<std::vector<double>* const> columns);

}  // namespace sonde
