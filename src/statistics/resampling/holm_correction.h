#pragma once

#include <span>
#include <vector>

namespace sonde {

// The level of all tests: a corrected p must be below it.
inline constexpr double kSignificant = 0.05;

// p-values corrected for their number, so that the chance of any false positive among
// all is at most the level (Holm, 1979). NaN stays NaN and isn't counted.
std::vector<double> holm(std::span<const double> p);

}  // namespace sonde
