#pragma once

#include "report/figures/figure.h"

namespace sonde {

// Series that a figure does not draw. Its caption names them.

// Leaves out baselines that are more than `spans` times the others' range away from all of them,
// because they would hide the differences. `number`: x or y.
void leave_out_far_baselines(Figure& figure, double FigurePoint::* number, double spans);

// Leaves out series without a value, as long as another one has one.
void leave_out_undefined(Figure& figure);

}  // namespace sonde
