#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sonde/resampling.h"
#include "statistics/measures/correlation.h"

namespace sonde {

// Measures of the same ratings, as functions of how often each item counts: equal to repeating the
// items. An item of weight 0 is not there.
struct Measures {
  std::vector<std::string> names;
  std::size_t items = 0;  // that count for them
  std::string left_out;   // why the others don't
  std::string needs;      // missing in an undefined one
  // One number per name. NaN if undefined. Safe from several threads.
  std::function<void(Weights weights, std::span<double> out)> at;
  bool intervals = true;
  // Repeating items moves the measure one way: its replicates are moved back, so that their mean is
  // the value.
  bool centred = false;
  // Ends that follow from others', which are more precise than their own replicates.
  std::function<void(std::span<Interval> all)> derive = {};
  std::string no_interval = "it would take too long";  // why (empty: none is expected)
  double least = -1;  // intervals of a centred one stay from here to 1
};

// The mean of the numbers that are defined. NaN without any.
class MeanOfDefined {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    sum_ += value;
    n_ += 1;
  }
  double value() const { return n_ > 0 ? sum_ / n_ : std::numeric_limits<double>::quiet_NaN(); }

 private:
  double sum_ = 0, n_ = 0;
};

// The values for the items as they are.
std::vector<double> values(const Measures& measures, std::size_t items);

// Moves replicates so that the mean of those that are defined is `value`.
void centre(std::span<double> replicates, double value);

// One row per name, one number per replicate, keys as for Resampler, one per item. `found` is the
// output of values().
MatrixOf<double> replicates(const Measures& measures, std::span<const double> found,
                            std::span<const std::uint64_t> keys, const Resampler& resampler);

// The 95% interval of each (accelerated_interval()), from its replicates and from the measures
// without each item, or without each of 200 parts of many.
std::vector<Interval> intervals(const Measures& measures, std::span<const double> found,
                                std::span<const std::uint64_t> keys, const Resampler& resampler);

}  // namespace sonde
