#pragma once

#include "report/figures/figure.h"
#include "report/json_parts.h"

namespace sonde {

// A cell per subject and category, coloured by its value.
Json heat_map_spec(const Figure& figure);

}  // namespace sonde
