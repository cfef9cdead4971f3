#pragma once

#include <set>
#include <string>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// Draws the results of a label's slices, with the number of items in each.
void draw_slices(Figure& figure, const Overview& overview, const OverviewTask& task,
                 const FigureForm& form, const std::string& label);

// The labels that a task's slices have.
std::set<std::string> slice_labels(const OverviewTask& task);

}  // namespace sonde
