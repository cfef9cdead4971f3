#include "workshop/makers/seeded_order.h"

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "sonde/digest.h"

namespace sonde {

std::vector<std::size_t> by_lot(const std::vector<Source>& sources, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::size_t>> lots;
  for (std::size_t at = 0; at < sources.size(); ++at) {
    lots.emplace_back(random_bits(seed, 0, digest_of(sources[at].text).low64()), at);
  }
  std::sort(lots.begin(), lots.end());
  std::vector<std::size_t> places;
  for (const auto& [lot, at] : lots) places.push_back(at);
  return places;
}

}  // namespace sonde
