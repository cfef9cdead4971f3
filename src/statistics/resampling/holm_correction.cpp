#include "statistics/resampling/holm_correction.h"

#include <algorithm>
#include <cmath>

#include "base/nan.h"

namespace sonde {

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> corrected(p.size(), kNaN);
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    greatest = std::max(greatest, std::min(1.0, factor * p[order[rank]]));
    corrected[order[rank]] = greatest;
  }
  return corrected;
}

}  // namespace sonde
