#pragma once

#include <span>
#include <string>
#include <vector>

#include "probes/shared/results.h"

namespace sonde {

// The pairs of a slice that count for a subject: similarities x and ratings y.
struct MeasuredSlice {
  std::string name;
  Counted pairs;
  double spearman;
  std::vector<double> spearman_replicates;
};

// Compares slices with one of them, the reference (docs/reference/probes/sts.md): mean_similarity
// in each slice, relative_similarity and spearman_difference in those that aren't the reference,
// and relative_deviation over the values of its label.
void compare_with_reference(std::vector<Result>& results, const std::string& reference,
                            const Frame& frame, const Table& table,
                            std::span<const MeasuredSlice> slices, const Resampler& resampler);

// The same of people's ratings, which belong to no subject: mean_rating, relative_rating.
void rate_with_reference(std::vector<Result>& results, const std::string& reference,
                         const Frame& frame, std::span<const Slice> slices,
                         const Resampler& resampler);

}  // namespace sonde
