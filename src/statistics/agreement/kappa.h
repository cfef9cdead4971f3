#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// Two raters' judgements of an item: places among the categories.
struct Judged {
  std::uint32_t item;
  std::uint32_t first, second;
};

// Cohen's kappa (1960) of two raters: without weights, and with linear and quadratic ones (1968),
// which are distances of the categories' values, not of their places. NaN if chance leaves no
// disagreement.
struct Kappas {
  double plain, linear, quadratic;
};

// Computes Kappas again and again for the same categories, ascending. One thread at a time.
class CohenKappa {
 public:
  explicit CohenKappa(std::span<const double> categories);
  Kappas of(std::span<const Judged> judged, Weights weights);

 private:
  Kappas chance(double n) const;

  std::span<const double> values_;
  std::vector<double> first_, second_;  // counts by category
};

// kappa_pairs, kappa_pairs_linear, kappa_pairs_quadratic: means over the pairs of annotators who
// share at least `fewest` items and whose kappa is defined. `ratings` must outlive what comes back.
Measures pairwise_kappa(const Ratings& ratings, std::size_t fewest);

}  // namespace sonde
