#pragma once

#include <cstddef>
#include <cstdint>

namespace sonde {

// Half of them for what follows, half for what precedes.
constexpr std::size_t kRelativeBuckets = 32;
// From here on all distances are alike.
constexpr std::size_t kRelativeReach = 128;

// The bucket of a distance between tokens, key - query: exact up to 7, then twice
// as wide for every second one, all beyond 90 together (Raffel et al., 2020,
// section 2.1, as MPNet counts them).
std::int64_t relative_bucket(std::int64_t distance);

}  // namespace sonde
