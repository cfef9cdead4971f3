#pragma once

#include <string>
#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// By which labels of the items a form over rows is drawn, a figure each; one empty name where it
// needs none, nothing where it needs one and there is none.
std::vector<std::string> labels_of_rows(const OverviewTask& task, const FigureForm& form);

// Draws a measurement of the items' rows: the first of the form's names. Further names are the row
// labels that a box plot shows, with their titles; without them it shows all. Of more than some
// thousand points a scatter has some.
void draw_rows(Figure& figure, const Overview& overview, const OverviewTask& task,
               const FigureForm& form, const std::string& label);

}  // namespace sonde
