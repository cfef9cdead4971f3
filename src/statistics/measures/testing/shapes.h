// For tests: cosines of many shapes, in pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "statistics/measures/testing/simulated.h"

namespace sonde {

inline std::vector<double> normal(std::size_t n, std::uint64_t sample, double mean,
                                  double deviation) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = mean + deviation * Normals(sample, i).first;
  return values;
}

inline std::vector<double> clipped(std::vector<double> values) {
  for (double& value : values) value = std::clamp(value, -1.0, 1.0);
  return values;
}

inline std::vector<double> both(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<double> rounded(std::vector<double> values, double to) {
  for (double& value : values) value = std::round(value / to) * to;
  return values;
}

struct Shape {
  std::string name;
  std::vector<double> a, b;
};

// Each with both curves defined at factors of .05 and more.
inline std::vector<Shape> shapes(std::size_t n = 400) {
  const auto wide = normal(n, 11, 0.3, 0.2);
  return {
      {"usual", normal(n, 1, 0.9, 0.05), normal(n, 2, 0.8, 0.08)},
      {"apart", normal(n, 1, -0.5, 0.1), normal(n, 2, 0.5, 0.1)},
      {"narrow beside wide", normal(n, 3, 0.3, 0.004), wide},
      {"narrow, both", normal(n, 3, 0.993, 0.002), normal(n, 4, 0.994, 0.002)},
      {"narrower than a step", normal(n, 3, 0.9931, 0.0004), normal(n, 4, 0.9932, 0.0004)},
      {"at the end", clipped(normal(n, 5, 1, 0.05)), clipped(normal(n, 6, 0.98, 0.05))},
      {"at both ends", clipped(normal(n, 5, 0, 2)), clipped(normal(n, 6, 0.1, 2))},
      {"two peaks", both(normal(n, 7, -1, 1e-4), normal(n, 8, 0.9, 0.03)),
       both(normal(n, 9, -0.9, 0.05), normal(n, 10, 0.8, 0.03))},
      {"ties", rounded(wide, 0.1), rounded(normal(n, 12, 0.4, 0.2), 0.25)},
      {"two values", {0.30037, 0.31112}, {0.30561, 0.31688}},
      {"two values, many times",
       both(std::vector<double>(n, 0.501), std::vector<double>(3, 0.5331)),
       both(std::vector<double>(n, 0.502003), std::vector<double>(n, 0.5170071))},
      {"an outlier", both(normal(n, 13, 0.99, 1e-4), {-0.7}), normal(n, 14, 0.98, 0.01)},
      {"a beyond", both(normal(n, 15, 0.99, 0.001), {1.0000001, 1.0000002}),
       both(normal(n, 16, 0.98, 0.01), {1.0000003})},
  };
}

}  // namespace sonde
