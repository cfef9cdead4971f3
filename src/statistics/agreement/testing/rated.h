// For tests: ratings from tables, and measures by name.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// A row an item, a column an annotator, NaN for none.
struct RatingGrid {
  std::size_t annotators;
  std::vector<double> values;

  std::size_t items() const { return values.size() / annotators; }
  double& at(std::size_t item, std::size_t annotator) {
    return values[item * annotators + annotator];
  }
};

inline Ratings ratings_of(const RatingGrid& table) {
  std::vector<Rating> ratings;
  for (std::uint32_t i = 0; i < table.values.size(); ++i) {
    if (std::isnan(table.values[i])) continue;
    const auto annotators = static_cast<std::uint32_t>(table.annotators);
    ratings.push_back({i / annotators, i % annotators, table.values[i]});
  }
  return {table.items(), table.annotators, std::move(ratings)};
}

// Whole ratings from 1 to `levels` that follow the item. A share of them is missing.
inline RatingGrid random_table(std::size_t items, std::size_t annotators, int levels,
                               double missing, std::uint64_t stream) {
  RatingGrid table{annotators, {}};
  for (std::size_t i = 0; i < items * annotators; ++i) {
    const double own = unit_interval(random_bits(7, stream, i));
    const double shared = unit_interval(random_bits(8, stream, i / annotators));
    const bool is_missing = unit_interval(random_bits(9, stream, i)) < missing;
    const double rating = 1 + std::floor((own + shared) / 2 * levels);
    table.values.push_back(is_missing ? std::nan("") : rating);
  }
  return table;
}

inline std::vector<std::uint64_t> some_keys(std::size_t count, std::uint64_t first = 0) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = mix(first + i + 1);
  return keys;
}

inline double value_of(const Measures& measures, const std::string& name, std::size_t items) {
  const auto at = std::ranges::find(measures.names, name);
  if (at == measures.names.end()) throw std::runtime_error("no measure " + name);
  return values(measures, items)[static_cast<std::size_t>(at - measures.names.begin())];
}

inline void expect_near_or_nan(double ours, double theirs, double tolerance) {
  EXPECT_EQ(std::isnan(ours), std::isnan(theirs)) << ours << " for " << theirs;
  if (std::isnan(theirs)) return;
  EXPECT_NEAR(ours, theirs, tolerance);
}

}  // namespace sonde
