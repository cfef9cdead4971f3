#pragma once

#include <cmath>

namespace sonde {

// Differences of similarities up to this are ties: the rounding of float32 vectors.
constexpr double kTie = 1e-6;
inline bool is_above(double difference) { return difference > kTie; }
inline bool is_tie(double difference) { return std::abs(difference) <= kTie; }
// What a comparison counts: 1 if it is won, a half for a tie, else 0.
inline double won_share(double difference) {
  return is_above(difference) ? 1 : is_tie(difference) ? .5 : 0;
}

}  // namespace sonde
