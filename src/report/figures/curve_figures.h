#pragma once

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// Draws the densities that a task's series describe, all on one axis.
void draw_densities(Figure& figure, const Overview& overview, const OverviewTask& task,
                    const FigureForm& form);

// Draws other series. A step is a point.
void draw_series(Figure& figure, const Overview& overview, const OverviewTask& task,
                 const FigureForm& form);

}  // namespace sonde
