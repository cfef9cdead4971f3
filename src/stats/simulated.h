// For tests: normal numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/random.h"

namespace sonde {

// Two independent standard normal numbers (Box and Muller, 1958).
struct Normals {
  double first, second;

  Normals(std::uint64_t sample, std::uint64_t item) {
    const double radius =
        std::sqrt(-2 * std::log1p(-unit_interval(random_bits(17, 2 * sample, item))));
    const double angle =
        2 * std::numbers::pi * unit_interval(random_bits(17, 2 * sample + 1, item));
    first = radius * std::cos(angle);
    second = radius * std::sin(angle);
  }
};

}  // namespace sonde
