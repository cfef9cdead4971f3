#pragma once

#include <cstdint>
#include <span>

#include "sonde/stats.h"

namespace sonde {

using Weights = std::span<const std::uint8_t>;

// The correlations of points that count as often as their weights: equal to repeating the points. A
// point of weight 0 is not there.
double weighted_pearson(std::span<const double> x, std::span<const double> y, Weights weights);
double weighted_spearman(std::span<const double> x, std::span<const double> y, Weights weights);
double weighted_kendall_tau_b(std::span<const double> x, std::span<const double> y,
                              Weights weights);
double weighted_correlation(Correlation kind, std::span<const double> x, std::span<const double> y,
                            Weights weights);

// The correlation of the points, once each.
double correlation(Correlation kind, std::span<const double> x, std::span<const double> y);

// Whether the correlation of the points, once each, is a number. Errors: kUsage if the lengths
// differ.
bool is_defined(Correlation kind, std::span<const double> x, std::span<const double> y);

}  // namespace sonde
