#pragma once

#include <cstdint>
#include <span>

#include "statistics/measures/correlation.h"

namespace sonde {

// Pearson's correlation of x and y, which belong to `items`, by the weights of all items: the
// result of weighted_pearson, to rounding, faster. For numbers whose squares neither overflow nor
// vanish. NaN if a side is constant.
double item_pearson(std::span<const std::uint32_t> items, std::span<const double> x,
                    std::span<const double> y, Weights weights);

}  // namespace sonde
