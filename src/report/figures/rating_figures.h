#pragma once

#include <vector>

#include "report/figures/figure.h"

namespace sonde {

struct AgreementReport;

// Human ratings: boxes of the items' means and of single ratings by group, and the means next to
// those of shuffled ratings.
std::vector<Figure> rating_figures(const AgreementReport& report);

}  // namespace sonde
