#pragma once

#include <memory>
#include <vector>

#include "sonde/scorer.h"

namespace sonde {

// A scorer whose similarities are there already: one a row of the whole data set.
std::unique_ptr<Scorer> serve_rows(std::vector<double> values, Identity identity);

// Errors: kUsage, with `advice`, where the location is empty.
void check_location(const Spec& spec, const std::string& advice);

}  // namespace sonde
