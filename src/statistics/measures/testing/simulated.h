// For tests: normal numbers, and how many samples a simulation draws.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "base/exhaustive_test.h"
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

// The figures in docs/explanation/statistics.md are of all samples, which `./dev nightly` draws.
// Otherwise one in five: bounds are as much wider as the error is larger.
inline bool draws_all() { return test::is_exhaustive(); }
inline std::size_t samples_drawn(std::size_t all) { return draws_all() ? all : all / 5; }
inline double within(double bound) { return draws_all() ? bound : bound * std::sqrt(5.0); }

}  // namespace sonde
