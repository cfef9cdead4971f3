#pragma once

#include <string>
#include <vector>

#include "report/figures/figure.h"

namespace sonde {

// Values of a measurement with what they belong to.
struct RowValue {
  std::string label;  // the row's, or its item's
  double value, gold;
};

// Draws similarities against human ratings: of many points a sample, evenly spread over the data
// set and the same for all subjects.
void add_scatter(Figure& figure, const std::string& subject, const std::vector<RowValue>& values);

}  // namespace sonde
