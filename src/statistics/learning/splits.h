#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

// Rows are parted by their keys: those that share one stay together. The parts depend on the keys
// and the seed alone, not on the order of rows.

// The fold of each row, from 0: by its own key alone, so that a row that comes or goes moves no
// other. Folds have about as many keys each. Errors: kInput if there are fewer keys than folds.
std::vector<std::size_t> part_into_folds(std::span<const std::uint64_t> keys, std::size_t folds,
                                         std::uint64_t seed);

// Whether a row is in a random part of the keys. The part is rounded up.
std::vector<bool> random_part(std::span<const std::uint64_t> keys, double share,
                              std::uint64_t seed);

}  // namespace sonde
