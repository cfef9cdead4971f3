#include "statistics/learning/splits.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/counted.h"
#include "base/random.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using Places = std::unordered_map<std::uint64_t, std::size_t>;

// The place of each distinct key in a random order.
Places random_places(std::span<const std::uint64_t> keys, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
  for (const auto key : keys) order.emplace_back(random_bits(seed, key, 0), key);
  std::ranges::sort(order);
  Places places;
  for (const auto& [bits, key] : order) places.emplace(key, places.size());
  return places;
}

}  // namespace

std::vector<std::size_t> part_into_folds(std::span<const std::uint64_t> keys, std::size_t folds,
                                         std::uint64_t seed) {
  const std::size_t distinct = std::unordered_set(keys.begin(), keys.end()).size();
  if (distinct < folds) {
    throw input_error(
        counted(distinct, "item") + " cannot be parted into " + counted(folds, "fold"), {},
        "ask for fewer folds, or give more items with a gold value");
  }
  std::vector<std::size_t> parts;
  parts.reserve(keys.size());
  for (const auto key : keys) parts.push_back(random_bits(seed, key, 0) % folds);
  return parts;
}

std::vector<bool> random_part(std::span<const std::uint64_t> keys, double share,
                              std::uint64_t seed) {
  const auto places = random_places(keys, seed);
  const double count = std::ceil(share * static_cast<double>(places.size()));
  std::vector<bool> part;
  part.reserve(keys.size());
  for (const auto key : keys) part.push_back(static_cast<double>(places.at(key)) < count);
  return part;
}

}  // namespace sonde
