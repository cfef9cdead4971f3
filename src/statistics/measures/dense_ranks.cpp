#include "statistics/measures/dense_ranks.h"

#include <algorithm>

namespace sonde {
namespace {

struct Placed {
  double value;
  std::uint32_t place;
};

std::vector<Placed> sorted(std::span<const double> values) {
  std::vector<Placed> placed(values.size());
  for (std::uint32_t i = 0; i < values.size(); ++i) placed[i] = {values[i], i};
  std::ranges::sort(placed, {}, &Placed::value);
  return placed;
}

}  // namespace

DenseRanks dense_ranks(std::span<const double> values) {
  DenseRanks ranks;
  ranks.of.resize(values.size());
  ranks.order.reserve(values.size());
  double before = 0;
  for (const auto& [value, place] : sorted(values)) {
    if (ranks.order.empty() || value != before) ++ranks.distinct;
    ranks.of[place] = ranks.distinct - 1;
    ranks.order.push_back(place);
    before = value;
  }
  return ranks;
}

}  // namespace sonde
