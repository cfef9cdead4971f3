#pragma once

#include <memory>
#include <vector>

#include "sonde/scorer.h"

namespace sonde {

// A scorer with precomputed similarities: one per row of the whole data set.
std::unique_ptr<Scorer> serve_rows(std::vector<double> values, Identity identity);

// Errors: kUsage, with `advice`, if the location is empty.
void check_location(const Spec& spec, const std::string& advice);

}  // namespace sonde
