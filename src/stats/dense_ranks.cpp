#include "stats/dense_ranks.h"

#include <algorithm>
#include <numeric>

namespace sonde {

DenseRanks dense_ranks(std::span<const double> values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return values[i]; });
  DenseRanks ranks{.of = std::vector<std::uint32_t>(values.size())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || values[order[i]] != values[order[i - 1]]) ++ranks.distinct;
    ranks.of[order[i]] = ranks.distinct - 1;
  }
  return ranks;
}

}  // namespace sonde
