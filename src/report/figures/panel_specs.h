#pragma once

#include "report/figures/figure.h"
#include "report/json_parts.h"

namespace sonde {

// Specifications with a panel per subject, one below the other.
Json density_spec(const Figure& figure);
Json histogram_spec(const Figure& figure);

}  // namespace sonde
