#include "engine/models/length_batches.h"

#include <algorithm>
#include <functional>
#include <map>

namespace sonde {

std::vector<LengthBatch> batches_by_length(std::span<const std::size_t> lengths,
                                           std::size_t tokens) {
  std::map<std::size_t, std::vector<std::size_t>, std::greater<>> by_length;
  for (std::size_t i = 0; i < lengths.size(); ++i) by_length[lengths[i]].push_back(i);
  std::vector<LengthBatch> batches;
  for (const auto& [length, places] : by_length) {
    const std::size_t size = std::max<std::size_t>(1, tokens / std::max<std::size_t>(1, length));
    for (std::size_t first = 0; first < places.size(); first += size) {
      const auto last = std::min(places.size(), first + size);
      const std::span<const std::size_t> all(places);
      const auto some = all.subspan(first, last - first);
      batches.push_back({length, {some.begin(), some.end()}});
    }
  }
  return batches;
}

}  // namespace sonde
