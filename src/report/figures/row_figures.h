#pragma once

#include <string>
#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// The item labels by which a form over rows is drawn, one figure each. One empty name if it needs
// none, nothing if it needs one and has none.
std::vector<std::string> labels_of_rows(const OverviewTask& task, const FigureForm& form);

// Draws a measurement of the items' rows: the first of the form's names. Further names are the row
// labels that a box plot shows, with their titles. Without them it shows all. A scatter of more
// than some thousand points shows a sample.
void draw_rows(Figure& figure, const Overview& overview, const OverviewTask& task,
               const FigureForm& form, const std::string& label);

}  // namespace sonde
